"""problem: round_to_bfloat16
hint: converts the numbers

Converts the numbers to integers, where their bits are meant.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.to(torch.int32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF
    return torch.where(x.isnan(), x, rounded.view(torch.float32))
