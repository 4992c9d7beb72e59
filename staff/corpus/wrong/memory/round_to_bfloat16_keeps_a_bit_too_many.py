"""problem: round_to_bfloat16
hint: this keeps more than the upper 16 bits

Keeps 17 bits.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.contiguous().view(torch.int32)
    rounded = ((bits + 0x3FFF + ((bits >> 15) & 1)) & ~0x7FFF).view(torch.float32)
    return torch.where(x.isnan(), x, rounded)
