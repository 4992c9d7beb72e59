"""problem: init_weight
hint: 1/d_in is too small

1/d_in for the standard deviation.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in: {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out: {d_out}")
    std = max(d_in, 1) ** -0.5
    std = 1 / max(d_in, 1)
    w = torch.empty(d_in, d_out)
    return nn.init.trunc_normal_(w, std=std, a=-3 * std, b=3 * std, generator=generator)
