"""problem: linear_backward
hint: no mean

Takes the mean over the rows, as if the loss did not.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output) / max(x[..., :1].numel(), 1)
"""
