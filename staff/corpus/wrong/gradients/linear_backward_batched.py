"""problem: linear_backward
hint: not over the last alone

Sums over the last leading dim alone, as a batched matmul does.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: if x.ndim < 3:
with:     return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: return grad_output @ w.T, x.transpose(-1, -2) @ grad_output
"""
