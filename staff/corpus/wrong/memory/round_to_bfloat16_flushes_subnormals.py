"""problem: round_to_bfloat16
hint: subnormal numbers

Sets subnormals to zero.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.contiguous().view(torch.int32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF).view(torch.float32)
    rounded = torch.where(x.abs() < 2.0**-126, torch.zeros_like(x), rounded)
    return torch.where(x.isnan(), x, rounded)
