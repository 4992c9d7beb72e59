"""problem: linear_backward

Compares the number of dims alone.

replace: if x.shape[:-1] != grad_output.shape[:-1]:
with: if x.ndim != grad_output.ndim:
"""
