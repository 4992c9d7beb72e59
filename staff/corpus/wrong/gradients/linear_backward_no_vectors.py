"""problem: linear_backward

Flattens leading dims, and refuses where there is none.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: if x.ndim < 2:
with:     raise ValueError(f"x must have rows, got {x.ndim} dims")
with: return grad_output @ w.T, x.flatten(0, -2).T @ grad_output.flatten(0, -2)
"""
