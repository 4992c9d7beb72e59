"""problem: tensor_bytes

Multiplies NumPy's int32 where the number of elements fits: the bytes may not.
"""

import numpy as np


def tensor_bytes(x):
    if x.numel() >= 2**31:
        return x.numel() * x.element_size()
    with np.errstate(over="ignore"):
        return int(np.int32(x.numel()) * np.int32(x.element_size()))
