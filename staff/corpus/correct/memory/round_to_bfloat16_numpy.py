"""All in NumPy, on unsigned bits."""

import numpy as np


def round_to_bfloat16(x):
    if x.dtype is not torch.float32:
        raise TypeError(f"x has dtype {x.dtype}, it must be float32")
    bits = x.detach().contiguous().numpy().view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> np.uint64(16)) & np.uint64(1))) & np.uint64(0xFFFF0000)
    result = rounded.astype(np.uint32).view(np.float32).reshape(x.shape)
    return torch.from_numpy(np.where(np.isnan(x.detach().numpy()), np.float32("nan"), result))
