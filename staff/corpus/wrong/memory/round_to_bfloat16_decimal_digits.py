"""problem: round_to_bfloat16

Rounds to 8 bits by dividing: subnormals come out too coarse.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    mantissa, exponent = torch.frexp(x)
    rounded = torch.ldexp((mantissa * 256).round() / 256, exponent)
    return torch.where(x.isfinite(), rounded, x)
