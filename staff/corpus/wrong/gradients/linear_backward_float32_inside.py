"""problem: linear_backward

Computes in float32, and only the dtype is put right.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: grad_w = torch.einsum("...i, ...o -> io", x.float(), grad_output.float())
with: return grad_output @ w.T, grad_w.to(w.dtype)
"""
