"""problem: linear_backward

Knows no leading dims but one.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: return grad_output @ w.T, x.T @ grad_output
"""
