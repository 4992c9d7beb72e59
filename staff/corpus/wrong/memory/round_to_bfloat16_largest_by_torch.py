"""problem: round_to_bfloat16
hint: bfloat16 tensor

Lets torch round where a number may become infinite.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.view(torch.int32)
    rounded = torch.where(x.isnan(), x, ((bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF).view(torch.float32))
    large = x.abs() > 3.3e38
    return torch.where(large, x.bfloat16().float(), rounded) if large.any() else rounded
