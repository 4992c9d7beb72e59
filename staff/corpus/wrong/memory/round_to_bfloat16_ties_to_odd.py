"""problem: round_to_bfloat16
hint: odd neighbour

Ties to odd.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.contiguous().view(torch.int32)
    bits = (bits + 0x8000 - ((bits >> 16) & 1)) & ~0xFFFF
    return torch.where(x.isnan(), x, bits.view(torch.float32))
