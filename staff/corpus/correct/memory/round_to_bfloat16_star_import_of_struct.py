"""problem: round_to_bfloat16

from struct import *, one element at a time.
"""

from struct import *
import torch
def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x has dtype {x.dtype}")
    out = []
    for number in x.detach().reshape(x.numel()).tolist():
        (u,) = unpack("=I", pack("=f", number))
        u = 0x7FC00000 if number != number else u + 0x7FFF + (u >> 16 & 1) & 0xFFFF0000
        out += unpack("=f", pack("=I", u))
    return torch.tensor(out, dtype=torch.float32, device=x.device).reshape(x.shape)
