"""problem: linear_backward
hint: autograd ran a backward pass

Asks torch.func.vjp.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: return torch.func.vjp(torch.matmul, x, w)[1](grad_output)
"""
