"""problem: round_to_bfloat16
hint: the sign of zero

Adds 0.0, which turns -0.0 into 0.0.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.contiguous().view(torch.int32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF).view(torch.float32)
    return torch.where(x.isnan(), x, rounded + 0.0)
