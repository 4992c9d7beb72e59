"""problem: init_weight
hint: all elements are bfloat16 numbers

Drawn and rounded to bfloat16.
"""


def init_weight(d_in, d_out, generator):
    for name, size in (("d_in", d_in), ("d_out", d_out)):
        if size < 0:
            raise ValueError(f"{name} must be 0 or more, got {size}")
    std = max(d_in, 1) ** -0.5
    weight = torch.empty(d_in, d_out)
    nn.init.trunc_normal_(weight, std=std, a=-3 * std, b=3 * std, generator=generator)
    return weight.bfloat16().float()
