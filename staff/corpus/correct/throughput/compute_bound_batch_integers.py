"""Multiplies all denominators out, and divides integers."""


def compute_bound_batch(d_in, d_out, dtype, flop_per_sec, bytes_per_sec):
    for name, value in locals().copy().items():
        if name != "dtype" and (value <= 0):
            raise ValueError(f"{name} must be positive: {value}")
    m, n = int(d_in), int(d_out)
    f_top, f_bottom = flop_per_sec.as_integer_ratio()
    b_top, b_bottom = bytes_per_sec.as_integer_ratio()
    f, b = f_top * b_bottom * dtype.itemsize, b_top * f_bottom
    gain = 2 * m * n * b - (m + n) * f
    if gain <= 0:
        return
    return -(-m * n * f // gain)
