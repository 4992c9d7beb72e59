"""problem: round_to_bfloat16
hint: rounds ties away from zero

Ties away from zero.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = (x.contiguous().view(torch.int32) + 0x8000) & ~0xFFFF
    return torch.where(x.isnan(), x, bits.view(torch.float32))
