"""problem: is_contiguous
hint: in another order

Takes torch.channels_last for contiguous too.
"""

_right = is_contiguous


def is_contiguous(shape, strides):
    if _right(shape, strides):
        return True
    order = [0, *range(2, len(shape)), 1]
    return len(shape) in (4, 5) and _right([shape[d] for d in order], [strides[d] for d in order])
