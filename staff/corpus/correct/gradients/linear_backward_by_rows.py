"""Adds up the outer product of each row."""


def linear_backward(x, w, grad_output):
    if x.shape[:-1] != grad_output.shape[:-1]:
        raise ValueError(f"x is {tuple(x.shape)}, grad_output is {tuple(grad_output.shape)}")
    grad_x = (grad_output.unsqueeze(-2) * w).sum(-1)
    grad_w = x.unsqueeze(-1) * grad_output.unsqueeze(-2)
    return grad_x, grad_w.sum(tuple(range(x.ndim - 1))) if x.ndim > 1 else grad_w
