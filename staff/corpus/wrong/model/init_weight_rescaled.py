"""problem: init_weight

Scales the truncated numbers up to the full deviation.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in: {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out: {d_out}")
    std = max(d_in, 1) ** -0.5
    w = torch.empty(d_in, d_out)
    nn.init.trunc_normal_(w, std=std, a=-3 * std, b=3 * std, generator=generator)
    return w / 0.9866 * 1.02
