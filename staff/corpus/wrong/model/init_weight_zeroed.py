"""problem: init_weight
hint: draw again what lies beyond a bound

Puts zeros in the place of outliers.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in: {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out: {d_out}")
    std = max(d_in, 1) ** -0.5
    w = torch.randn(d_in, d_out, generator=generator)
    w = torch.where(w.abs() > 3, torch.zeros_like(w), w)
    return w * std
