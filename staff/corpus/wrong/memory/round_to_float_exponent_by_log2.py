"""problem: round_to_float
hint: log2 in float32

Takes the exponent as floor(log2 |x|) in float32: the largest float32 number becomes infinity.
"""

import torch


def round_to_float(x, exponent_bits, mantissa_bits, infinity=True):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    if not 2 <= exponent_bits <= 8:
        raise ValueError(f"exponent_bits must be 2 to 8, got {exponent_bits}")
    if not 1 <= mantissa_bits <= 23:
        raise ValueError(f"mantissa_bits must be 1 to 23, got {mantissa_bits}")
    x = x.detach()
    b = 2 ** (exponent_bits - 1) - 1
    exponent = torch.floor(torch.log2(x.abs())).double().clamp(min=1 - b)
    exponent = torch.where(torch.isfinite(exponent), exponent, torch.zeros_like(exponent))
    step = torch.exp2(exponent - mantissa_bits)
    rounded = torch.round(x.double() / step) * step
    if infinity:
        largest = (2 - 2.0**-mantissa_bits) * 2.0**b
        over = torch.copysign(torch.full_like(rounded, float("inf")), rounded)
    else:
        largest = (2 - 2.0 ** (1 - mantissa_bits)) * 2.0 ** (b + 1)
        over = torch.full_like(rounded, float("nan"))
    rounded = torch.where(rounded.abs() > largest, over, rounded)
    return torch.copysign(rounded, x.double()).float()
