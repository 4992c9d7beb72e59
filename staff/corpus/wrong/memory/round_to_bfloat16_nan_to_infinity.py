"""problem: round_to_bfloat16
hint: NaN

Cuts a NaN whose payload is low to infinity.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.contiguous().view(torch.int32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF
    special = (bits >> 23) & 0xFF == 0xFF
    return torch.where(special, bits & ~0xFFFF, rounded).view(torch.float32)
