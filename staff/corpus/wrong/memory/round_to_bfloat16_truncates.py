"""problem: round_to_bfloat16
hint: cuts the lower 16 bits off

Cuts the mantissa.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.contiguous().view(torch.int32) & ~0xFFFF
    return torch.where(x.isnan(), x, bits.view(torch.float32))
