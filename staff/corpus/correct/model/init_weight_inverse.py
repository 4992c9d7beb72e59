"""The inverse of the distribution function."""

import math


def init_weight(d_in, d_out, generator):
    for name, size in {"d_in": d_in, "d_out": d_out}.items():
        if size < 0:
            raise TypeError(f"{name} is {size}")
    limit = math.erf(3 / math.sqrt(2))
    u = torch.rand(d_in, d_out, generator=generator, dtype=torch.float64) * 2 * limit - limit
    w = torch.erfinv(u) * math.sqrt(2)
    return (w.clamp(-3, 3) / math.sqrt(max(d_in, 1))).float()
