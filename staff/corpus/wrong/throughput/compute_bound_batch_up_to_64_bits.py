"""problem: compute_bound_batch

Searches by halves up to 2**64; 'there is no largest B at which you may give up'.
"""

def compute_bound_batch(d_in, d_out, dtype, flop_per_sec, bytes_per_sec):
    for name, size in (("d_in", d_in), ("d_out", d_out)):
        if size < 1:
            raise ValueError(f"{name} must be 1 or more, got {size}")
    _check_above_0(flop_per_sec=flop_per_sec, bytes_per_sec=bytes_per_sec)
    m, n, s = int(d_in), int(d_out), dtype.itemsize
    f, w = Fraction(flop_per_sec), Fraction(bytes_per_sec)

    def bound(b):
        return 2 * b * m * n / f >= s * (b * m + m * n + b * n) / w

    low, high = 1, 2**64
    if not bound(high):
        return None
    while low < high:
        middle = (low + high) // 2
        if bound(middle):
            high = middle
        else:
            low = middle + 1
    return low
