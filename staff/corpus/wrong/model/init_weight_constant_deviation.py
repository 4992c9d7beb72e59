"""problem: init_weight
hint: this is 0.02

GPT-2's standard deviation, for every size.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out {d_out}")
    w = torch.empty(d_in, d_out)
    std = 0.02
    return nn.init.trunc_normal_(w, std=std, a=-3 * std, b=3 * std, generator=generator)
