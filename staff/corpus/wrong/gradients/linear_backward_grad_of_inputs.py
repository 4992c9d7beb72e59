"""problem: linear_backward
hint: autograd ran a backward pass

Asks torch.autograd.grad.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: with torch.enable_grad():
with:     x, w = x.detach().requires_grad_(), w.detach().requires_grad_()
with:     return torch.autograd.grad(x @ w, (x, w), grad_output)
"""
