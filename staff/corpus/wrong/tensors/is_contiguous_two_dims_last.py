"""problem: is_contiguous
hint: in another order

Takes a batch of transposed matrices for contiguous where a dim of size 1 is among its dims.
"""

_right = is_contiguous


def is_contiguous(shape, strides):
    order = [*range(len(shape) - 2), len(shape) - 1, len(shape) - 2]
    if len(shape) < 3 or 1 not in shape:
        return _right(shape, strides)
    swapped = [shape[d] for d in order], [strides[d] for d in order]
    return _right(shape, strides) or _right(*swapped)
