"""problem: linear_backward

Compares how many rows there are, not how they are arranged.

replace: if x.shape[:-1] != grad_output.shape[:-1]:
with: if x.shape[:-1].numel() != grad_output.shape[:-1].numel():
"""
