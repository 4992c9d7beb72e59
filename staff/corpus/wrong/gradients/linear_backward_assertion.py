"""problem: linear_backward

Refuses by an assertion.

replace: raise ValueError(f"x and grad_output must have the same leading dims, got {shapes}")
with: raise AssertionError(f"x and grad_output must have the same leading dims, got {shapes}")
"""
