"""problem: linear_backward
hint: not over the first alone

Sums over the first leading dim alone.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: grad_w = x.unsqueeze(-1) * grad_output.unsqueeze(-2)
with: return grad_output @ w.T, grad_w.sum(0) if grad_w.ndim > 2 else grad_w
"""
