"""problem: round_to_bfloat16
hint: take the bits

Divides by the distance of two neighbours, and multiplies again, in NumPy's float64.
"""

import numpy as np


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    d = x.detach().numpy().astype(np.float64)
    _, exponent = np.frexp(d)
    ulp = np.ldexp(np.ones_like(d), np.maximum(exponent, -125) - 8)
    with np.errstate(all="ignore"):
        rounded = torch.from_numpy(np.asarray(np.rint(d / ulp) * ulp)).float()
    return torch.where(x.isfinite(), rounded, x)
