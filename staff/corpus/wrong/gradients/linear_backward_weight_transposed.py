"""problem: linear_backward
hint: this is transposed

The gradient of w in nn.Linear's layout.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: return grad_output @ w.T, torch.einsum("...i, ...o -> oi", x, grad_output)
"""
