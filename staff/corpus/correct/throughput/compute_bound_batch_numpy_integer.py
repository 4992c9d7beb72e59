"""Compares with the corner of the roof, and returns a NumPy integer where one is large enough."""

from fractions import Fraction

import numpy as np


def compute_bound_batch(d_in, d_out, dtype, flop_per_sec, bytes_per_sec):
    if min(d_in, d_out) < 1:
        raise ValueError(f"d_in and d_out must be at least 1, got {d_in} and {d_out}")
    if min(flop_per_sec, bytes_per_sec) <= 0:
        raise ValueError(
            f"flop_per_sec and bytes_per_sec must be positive, got {flop_per_sec}, {bytes_per_sec}"
        )
    corner = Fraction(flop_per_sec) / Fraction(bytes_per_sec) * dtype.itemsize
    # 2 B / (B / d_out + B / d_in + 1) is the intensity; 1 / B = 2 / corner - 1 / d_in - 1 / d_out
    rest = 2 / corner - Fraction(1, int(d_in)) - Fraction(1, int(d_out))
    if rest <= 0:
        return None
    batch = -((-rest.denominator) // rest.numerator)
    return np.int64(batch) if batch < 2**63 else batch
