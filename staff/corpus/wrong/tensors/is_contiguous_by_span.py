"""problem: is_contiguous

No gaps from first to last, and the strides in order: elements may still lie upon each other.
"""


def is_contiguous(shape, strides):
    if 0 in shape:
        return True
    dims = [(n, s) for n, s in zip(shape, strides) if n > 1]
    span = sum((n - 1) * s for n, s in dims) + 1
    ordered = [s for _, s in dims] == sorted((s for _, s in dims), reverse=True)
    return span == math.prod(shape) and ordered
