"""problem: linear_backward
hint: this is the last row alone

Overwrites the gradient of w with that of each row.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: rows = zip(x.flatten(0, -2), grad_output.flatten(0, -2)) if x.ndim > 1 else [(x, grad_output)]
with: grad_w = torch.zeros_like(w)
with: for row, grad in rows:
with:     grad_w = row.outer(grad)
with: return grad_output @ w.T, grad_w
"""
