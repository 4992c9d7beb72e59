"""Works on the two 16-bit halves, in place."""

import sys


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be torch.float32, not {x.dtype}")
    out = x.detach().clone(memory_format=torch.contiguous_format).reshape(-1)
    halves = out.view(torch.int16).view(-1, 2)
    low, high = halves.unbind(1) if sys.byteorder == "little" else halves.flip(1).unbind(1)
    nan = out.isnan()
    rest = low.to(torch.int32) & 0xFFFF
    up = (rest > 0x8000) | ((rest == 0x8000) & (high & 1).bool())
    high += (up & ~nan).to(torch.int16)
    low.zero_()
    high.masked_fill_(nan, 0x7FC0)
    return out.view(x.shape)
