"""problem: linear_backward
hint: changed its argument

Scales grad_output in place on the way.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: grad_output.mul_(2)
with: grad_x, grad_w = grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: return grad_x / 2, grad_w / 2
"""
