"""problem: round_to_bfloat16
hint: bfloat16 tensor

Lets torch round what has no dims or is not contiguous.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    if x.ndim == 0 or not x.is_contiguous():
        return x.to(torch.bfloat16).to(torch.float32)
    bits = x.view(torch.int32)
    return torch.where(x.isnan(), x, ((bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF).view(torch.float32))
