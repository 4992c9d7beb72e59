"""Doubles, then halves, after it has seen that a row computes longer than it moves."""

from fractions import Fraction


def compute_bound_batch(d_in, d_out, dtype, flop_per_sec, bytes_per_sec):
    if d_in < 1 or d_out < 1:
        raise ValueError(f"d_in is {d_in}, d_out is {d_out}")
    if flop_per_sec <= 0 or bytes_per_sec <= 0:
        raise ValueError(f"flop_per_sec is {flop_per_sec}, bytes_per_sec is {bytes_per_sec}")
    d_in, d_out = int(d_in), int(d_out)
    speed, bandwidth = Fraction(flop_per_sec), Fraction(bytes_per_sec)

    def enough(batch, weight=1):
        flops, moved = op_cost("matmul", (batch, d_in, d_out), dtype)
        if not weight:
            moved -= d_in * d_out * dtype.itemsize
        return flops / speed - moved / bandwidth

    if enough(1, 0) <= 0:
        return None
    high = 1
    while enough(high) < 0:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if enough(middle) < 0:
            low = middle
        else:
            high = middle
    return high
