"""problem: init_weight
hint: the bounds are ±3 standard deviations, not ±3

a and b as absolute bounds: nothing is cut.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in: {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out: {d_out}")
    std = max(d_in, 1) ** -0.5
    w = torch.empty(d_in, d_out)
    return nn.init.trunc_normal_(w, std=std, a=-3, b=3, generator=generator)
