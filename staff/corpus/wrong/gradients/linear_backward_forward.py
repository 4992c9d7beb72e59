"""problem: linear_backward
hint: this is the output

Returns the output instead of the gradient of x.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: return x @ w, torch.einsum("...i, ...o -> io", x, grad_output)
"""
