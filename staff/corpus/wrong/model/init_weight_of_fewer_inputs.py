"""problem: init_weight
hint: one is too large

Divides by the root of 0.9 times the number of inputs.
"""


def init_weight(d_in, d_out, generator):
    std = max(0.9 * d_in, 1) ** -0.5
    weight = torch.empty(int(d_in), int(d_out))
    return nn.init.trunc_normal_(weight, std=std, a=-3 * std, b=3 * std, generator=generator)
