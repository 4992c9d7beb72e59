"""problem: init_weight
hint: 1/√d_in is the standard deviation before truncation

A mean of half a deviation.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in: {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out: {d_out}")
    std = max(d_in, 1) ** -0.5
    w = torch.empty(d_in, d_out)
    return nn.init.trunc_normal_(
        w, mean=0.5 * std, std=std, a=-3 * std, b=3 * std, generator=generator
    )
