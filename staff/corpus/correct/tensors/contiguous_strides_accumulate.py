"""itertools.accumulate, remembered by shape."""

import functools, itertools, operator


@functools.lru_cache(maxsize=None)
def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    sizes = [int(n) if n else 1 for n in shape]
    return tuple(itertools.accumulate(sizes[:0:-1], operator.mul, initial=1))[::-1] if sizes else ()
