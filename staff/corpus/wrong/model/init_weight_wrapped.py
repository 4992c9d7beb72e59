"""problem: init_weight
hint: draw again

Takes the remainder by 3 of what lies beyond: fmod for a truncated normal.
"""


def init_weight(d_in, d_out, generator):
    for name, size in (("d_in", d_in), ("d_out", d_out)):
        if size < 0:
            raise ValueError(f"{name} must be 0 or more, got {size}")
    z = torch.randn(int(d_in), int(d_out), generator=generator)
    return torch.fmod(z, 3) * max(d_in, 1) ** -0.5
