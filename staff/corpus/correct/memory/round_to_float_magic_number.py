"""Adds and takes away a large number: float64's own rounding drops the bits."""


def round_to_float(x, exponent_bits, mantissa_bits, infinity=True):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be torch.float32, not {x.dtype}")
    if exponent_bits not in range(2, 9):
        raise ValueError(f"exponent_bits must be between 2 and 8: {exponent_bits}")
    if mantissa_bits not in range(1, 24):
        raise ValueError(f"mantissa_bits must be between 1 and 23: {mantissa_bits}")
    lowest = 1 - (2 ** (exponent_bits - 1) - 1)
    highest = 2 ** (exponent_bits - 1) - (1 if infinity else 0)
    size = x.to(torch.float64).abs()
    exponent = torch.frexp(size).exponent.clamp(lowest + 1, highest + 1) - 1
    steps = torch.tensor([2.0**e for e in range(-200, 200)], dtype=torch.float64)
    large = 2.0**52 * steps[200 + exponent - int(mantissa_bits)]
    rounded = (size + large) - large
    largest = 2.0**highest * (2 - (1 if infinity else 2) / 2**mantissa_bits)
    rounded[rounded > largest] = float("inf") if infinity else float("nan")
    return torch.copysign(rounded, x).float()
