"""problem: round_to_bfloat16

Rounds negative numbers towards minus infinity.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.contiguous().view(torch.int32)
    bump = torch.where(x < 0, torch.full_like(bits, 0xFFFF), 0x7FFF + ((bits >> 16) & 1))
    return torch.where(x.isnan(), x, ((bits + bump) & ~0xFFFF).view(torch.float32))
