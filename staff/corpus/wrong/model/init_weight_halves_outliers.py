"""problem: init_weight
hint: from the same normal distribution

Halves what lies outside.
"""


def init_weight(d_in, d_out, generator):
    for name, size in (("d_in", d_in), ("d_out", d_out)):
        if size < 0:
            raise ValueError(f"{name} must be 0 or more, got {size}")
    std = 1 / max(d_in, 1) ** 0.5
    w = torch.randn(d_in, d_out, generator=generator)
    beyond = w.abs() > 3
    return torch.where(beyond, w / 2, w) * std
