"""problem: round_to_bfloat16
hint: has shape

Loses the shape.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.reshape(-1).view(torch.int32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF).view(torch.float32)
    return torch.where(x.reshape(-1).isnan(), x.reshape(-1), rounded)
