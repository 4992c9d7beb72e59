"""problem: init_weight
hint: division by zero

Divides by zero for no inputs.
"""


def init_weight(d_in, d_out, generator):
    for name, size in (("d_in", d_in), ("d_out", d_out)):
        if size < 0:
            raise ValueError(f"{name}: {size}")
    std = 1 / d_in**0.5
    return nn.init.trunc_normal_(
        torch.empty(d_in, d_out), std=std, a=-3 * std, b=3 * std, generator=generator
    )
