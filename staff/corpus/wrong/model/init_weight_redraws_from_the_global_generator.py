"""problem: init_weight

Draws anew, what lies beyond three standard deviations, from torch's global generator.
"""

_right = init_weight


def init_weight(d_in, d_out, generator):
    _right(d_in, d_out, torch.Generator())
    weight = torch.randn(d_in, d_out, generator=generator)
    while (beyond := weight.abs() > 3).any():
        weight[beyond] = torch.randn(int(beyond.sum()))
    return weight * max(d_in, 1) ** -0.5
