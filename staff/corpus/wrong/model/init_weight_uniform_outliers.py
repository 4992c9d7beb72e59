"""problem: init_weight
hint: from the same normal distribution

Draws outliers anew, all places inside alike.
"""


def init_weight(d_in, d_out, generator):
    for name, size in (("d_in", d_in), ("d_out", d_out)):
        if size < 0:
            raise ValueError(f"{name} must be 0 or more, got {size}")
    std = 1 / max(d_in, 1) ** 0.5
    w = torch.randn(d_in, d_out, generator=generator)
    beyond = w.abs() > 3
    w[beyond] = torch.rand(int(beyond.sum()), generator=generator) * 6 - 3
    return w * std
