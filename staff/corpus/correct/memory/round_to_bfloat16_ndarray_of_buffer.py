"""problem: round_to_bfloat16

The same memory as integers by np.ndarray with a buffer, there and back.
"""

import numpy as np, torch
def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x has dtype {x.dtype}")
    numbers = np.array(x.detach(), dtype=np.float32, order="C")
    bits = np.ndarray(numbers.shape, dtype=np.uint32, buffer=numbers).astype(np.int64)
    nan = (bits & 0x7FFFFFFF) > 0x7F800000
    up = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    up = np.array(np.where(nan, 0x7FC00000, up), dtype=np.uint32, order="C")
    return torch.from_numpy(np.ndarray(up.shape, dtype=np.float32, buffer=up))
