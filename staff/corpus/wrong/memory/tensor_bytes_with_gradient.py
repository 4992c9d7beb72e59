"""problem: tensor_bytes

Counts the gradient as well.
"""


def tensor_bytes(x):
    grad = 0 if x.grad is None else x.grad.nbytes
    return x.numel() * x.element_size() + grad
