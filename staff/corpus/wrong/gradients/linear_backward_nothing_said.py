"""problem: linear_backward

The error does not say what was wrong.

replace: raise ValueError(f"x and grad_output must have the same leading dims, got {shapes}")
with: raise ValueError("x and grad_output must have the same leading dims")
"""
