"""problem: linear_backward
hint: autograd ran a backward pass

Calls backward and reads .grad.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: x, w = x.detach().clone().requires_grad_(), w.detach().clone().requires_grad_()
with: torch.autograd.backward((x @ w * grad_output).sum())
with: return x.grad, w.grad
"""
