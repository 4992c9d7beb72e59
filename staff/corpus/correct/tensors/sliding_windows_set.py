"""A new tensor set on the same storage."""

import operator


def sliding_windows(x, size, step):
    size, step = operator.index(size), operator.index(step)
    if step <= 0:
        raise ValueError("step must be positive: %d" % step)
    if size <= 0 or size > x.shape[-1]:
        raise ValueError("size must be in [1, %d]: %d" % (x.shape[-1], size))
    count = len(range(0, x.shape[-1] - size + 1, step))
    strides = [*x.stride()[:-1], x.stride()[-1] * step, x.stride()[-1]]
    return x.new_empty(0).set_(
        x.untyped_storage(), x.storage_offset(), (*x.shape[:-1], count, size), strides
    )
