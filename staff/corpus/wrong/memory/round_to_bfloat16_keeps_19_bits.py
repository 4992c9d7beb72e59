"""problem: round_to_bfloat16
hint: more than the upper 16 bits

Keeps 19 bits, as TF32 does.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.view(torch.int32)
    rounded = ((bits + 0xFFF + ((bits >> 13) & 1)) & ~0x1FFF).view(torch.float32)
    return torch.where(x.isnan(), x, rounded)
