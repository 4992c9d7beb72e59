"""problem: round_to_bfloat16
hint: bfloat16 tensor

Lets torch round infinities and NaN.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.view(torch.int32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF).view(torch.float32)
    odd = ~x.isfinite()
    if odd.any():
        rounded[odd] = x[odd].bfloat16().float()
    return rounded
