"""problem: init_weight
hint: one side alone

Draws anew what lies above the upper bound, and leaves what lies below the lower one.
"""


def init_weight(d_in, d_out, generator):
    for name, n in (("d_in", d_in), ("d_out", d_out)):
        if n < 0:
            raise ValueError(f"{name} {n}")
    z = torch.randn(d_in, d_out, generator=generator)
    while (z > 3).any():
        z = torch.where(z > 3, torch.randn(d_in, d_out, generator=generator), z)
    return z / max(d_in, 1) ** 0.5
