"""problem: init_weight
hint: draw again what lies beyond a bound

Moves what lies outside to the bound.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in: {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out: {d_out}")
    std = max(d_in, 1) ** -0.5
    return (torch.randn(d_in, d_out, generator=generator) * std).clamp(-3 * std, 3 * std)
