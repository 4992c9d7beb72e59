"""A while loop that divides the number of elements down, zeros counted as ones."""


def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    left, out, d = math.prod(n if n else 1 for n in map(int, shape)), (), 0
    while d < len(shape):
        left //= max(int(shape[d]), 1)
        out += (left,)
        d += 1
    return out
