"""problem: linear_backward
hint: has dtype torch.float32

Computes in float32, and leaves the results so.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: x, w, grad_output = x.float(), w.float(), grad_output.float()
with: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
"""
