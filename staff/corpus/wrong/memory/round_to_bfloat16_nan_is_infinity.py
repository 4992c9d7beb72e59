"""problem: round_to_bfloat16
hint: infinity is no NaN

Writes infinity wherever x is not finite: in the place of NaN, too.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.view(torch.int32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF).view(torch.float32)
    return torch.where(x.isfinite(), rounded, torch.full_like(x, torch.inf).copysign(x))
