"""problem: tensor_bytes
hint: overflowed

Multiplies in NumPy's int32.
"""

import numpy as np


def tensor_bytes(x):
    total = np.array(x.element_size(), dtype=np.int32)
    for size in x.shape:
        total = total * np.array(size, dtype=np.int32)
    return int(total)
