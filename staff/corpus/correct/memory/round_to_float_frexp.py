"""Takes exponents by frexp and scales by ldexp, in NumPy, which rounds ties to even, too."""

import numpy as np


def round_to_float(x, exponent_bits, mantissa_bits, infinity=True):
    if x.dtype is not torch.float32:
        raise TypeError(f"x is {x.dtype}; it must be float32")
    for name, bits, low, high in (
        ("exponent_bits", exponent_bits, 2, 8),
        ("mantissa_bits", mantissa_bits, 1, 23),
    ):
        if bits < low or bits > high:
            raise ValueError(f"{name} = {bits} is not in [{low}, {high}]")
    bias = 2 ** (exponent_bits - 1) - 1
    top = 2**exponent_bits - 1 - bias - bool(infinity)
    largest = np.ldexp(2.0 - 2.0 ** -float(mantissa_bits) * (1 if infinity else 2), top)
    values = x.detach().numpy().astype(np.float64)
    with np.errstate(invalid="ignore"):
        exponents = np.maximum(np.frexp(values)[1] - 1, 1 - bias) - mantissa_bits
        rounded = np.ldexp(np.rint(np.ldexp(values, -exponents)), exponents)
        beyond = np.copysign(np.inf if infinity else np.nan, values)
        rounded = np.where(np.abs(rounded) > largest, beyond, rounded)
    return torch.from_numpy(np.asarray(rounded, dtype=np.float32)).reshape(x.shape)
