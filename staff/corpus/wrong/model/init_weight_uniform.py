"""problem: init_weight
hint: truncation narrows the spread by 1.3 %

Uniform with the right deviation.
"""


def init_weight(d_in, d_out, generator):
    if d_in < 0:
        raise ValueError(f"d_in: {d_in}")
    if d_out < 0:
        raise ValueError(f"d_out: {d_out}")
    std = max(d_in, 1) ** -0.5
    return (torch.rand(d_in, d_out, generator=generator) * 2 - 1) * 3**0.5 * std
