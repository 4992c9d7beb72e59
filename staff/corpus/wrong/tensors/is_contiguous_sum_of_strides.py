"""problem: is_contiguous
hint: or in another order

Compares the sum of the strides, and the last one, with those of a contiguous tensor.
"""


def is_contiguous(shape, strides):
    true = _row_major(shape)
    dims = [d for d, n in enumerate(shape) if n != 1]
    if 0 in shape or not dims:
        return True
    same = sum(strides[d] for d in dims) == sum(true[d] for d in dims)
    return bool(same and strides[dims[-1]] == 1)
