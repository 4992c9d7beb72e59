"""Drops the dims of size 1, then compares lists."""


def is_contiguous(shape, strides):
    _check_lengths(shape, strides)
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    if any(n == 0 for n in shape):
        return True
    left = [(int(n), int(s)) for n, s in zip(shape, strides) if n > 1]
    return [s for _, s in left] == [
        math.prod([m for m, _ in left[d + 1 :]]) for d in range(len(left))
    ]
