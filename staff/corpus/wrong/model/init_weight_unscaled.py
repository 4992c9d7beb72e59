"""problem: init_weight
hint: this is not scaled by 1/√d_in

Standard deviation 1.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in: {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out: {d_out}")
    std = max(d_in, 1) ** -0.5
    w = torch.empty(d_in, d_out)
    return nn.init.trunc_normal_(w, std=1.0, a=-3.0, b=3.0, generator=generator)
