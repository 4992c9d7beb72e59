"""One number after the other, its bits by struct."""

import math
import struct


def _rounded_one(number):
    if math.isnan(number):
        return number
    (bits,) = struct.unpack("<I", struct.pack("<f", number))
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"expected float32, got {x.dtype}")
    rounded = [_rounded_one(number) for number in x.flatten().tolist()]
    return torch.tensor(rounded, dtype=torch.float32).reshape(x.shape)
