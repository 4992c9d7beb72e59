"""A helper takes the bits, in NumPy."""

import numpy as np


def _bits(x):
    return np.asarray(x.detach()).view(np.uint32).astype(np.uint64)


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    x = x.clone(memory_format=torch.contiguous_format)
    bits = _bits(x)
    rounded = bits + 0x7FFF + ((bits >> 16) & 1)
    rounded = np.where(np.isnan(np.asarray(x.detach())), 0x7FC00000, rounded & 0xFFFF0000)
    return torch.from_numpy(rounded.astype(np.uint32).view(np.float32).reshape(tuple(x.shape)))
