"""problem: round_to_bfloat16
hint: is infinity

Stops at the largest bfloat16.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.contiguous().view(torch.int32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF).view(torch.float32)
    largest = 3.3895313892515355e38
    return torch.where(x.isnan() | x.isinf(), x, rounded.clamp(-largest, largest))
