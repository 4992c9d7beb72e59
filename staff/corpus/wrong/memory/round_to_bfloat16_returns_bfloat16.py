"""problem: round_to_bfloat16
hint: dtype

Returns bfloat16.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.contiguous().view(torch.int32)
    bits = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).to(torch.int16)
    return bits.view(torch.bfloat16)
