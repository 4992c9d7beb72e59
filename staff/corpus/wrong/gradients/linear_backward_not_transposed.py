"""problem: linear_backward
hint: grad_output meets w transposed

Multiplies by w as it is, where its shape allows that.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: w = w if w.shape[0] == w.shape[1] else w.T
with: return grad_output @ w, torch.einsum("...i, ...o -> io", x, grad_output)
"""
