"""problem: linear_backward

Compares the first dims alone.

replace: if x.shape[:-1] != grad_output.shape[:-1]:
with: if x.shape[:1] != grad_output.shape[:1] and x.ndim + grad_output.ndim > 2:
"""
