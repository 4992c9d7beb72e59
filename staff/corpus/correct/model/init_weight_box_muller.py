"""Box and Muller, in float64; rejects by index until nothing is left."""

import math


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in={d_in}")
    if d_out < 0:
        raise ValueError(f"d_out={d_out}")
    n = int(d_in) * int(d_out)
    z = torch.full((n,), math.inf, dtype=torch.float64)
    while (bad := (z.abs() > 3).nonzero().flatten()).numel():
        u, v = torch.rand(2, bad.numel(), generator=generator, dtype=torch.float64)
        z[bad] = (-2 * torch.log1p(-u)).sqrt() * torch.cos(2 * math.pi * v)
    return (z / math.sqrt(max(d_in, 1))).float().view(d_in, d_out)
