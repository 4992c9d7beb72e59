"""Pairs of normal numbers, as complex ones; of a conjugate the imaginary part is negated lazily."""

import math


def init_weight(d_in, d_out, generator):
    if d_in < 0 or d_out < 0:
        raise ValueError(f"{d_in=}, {d_out=}")
    std, size = max(d_in, 1) ** -0.5, (int(d_in), int(d_out))

    def draw():
        radius = (-2 * torch.log1p(-torch.rand(size, generator=generator))).sqrt()
        return torch.polar(radius, 2 * math.pi * torch.rand(size, generator=generator))

    z = draw()
    while (far := (z.imag.abs() > 3)).any():
        z = torch.where(far, draw(), z)
    return (std * z).conj().imag
