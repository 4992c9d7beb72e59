"""problem: linear_backward

Checks no leading dims, and broadcasts them.

replace: if x.shape[:-1] != grad_output.shape[:-1]:
with: if False:
"""
