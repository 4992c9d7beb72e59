"""One NaN for all NaNs."""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"round_to_bfloat16: x must be float32, not {x.dtype}")
    out = x.clone(memory_format=torch.contiguous_format)
    bits = out.view(torch.int32)
    bits += ((bits >> 16) & 1) + 0x7FFF
    bits &= -0x10000
    out[x != x] = float("nan")
    return out
