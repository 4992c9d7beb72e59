"""problem: init_weight
hint: has dtype

float64.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in: {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out: {d_out}")
    std = max(d_in, 1) ** -0.5
    w = torch.empty(d_in, d_out, dtype=torch.float64)
    return nn.init.trunc_normal_(w, std=std, a=-3 * std, b=3 * std, generator=generator)
