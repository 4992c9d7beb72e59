"""problem: round_to_bfloat16

NumPy's .data, cast to integers.
"""

import numpy as np, torch
def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x has dtype {x.dtype}")
    numbers = np.array(x.detach().numpy().ravel())
    out = np.empty(numbers.shape, dtype=np.float32)
    if numbers.size:
        source, sink = numbers.data.cast("B").cast("I"), out.data.cast("B").cast("I")
        for i in range(len(source)):
            u = source[i]
            sink[i] = 0x7FC00000 if u & 0x7FFFFFFF > 0x7F800000 else (u + 0x7FFF + (u >> 16 & 1)) & 0xFFFF0000
    return torch.from_numpy(out).reshape(x.shape)
