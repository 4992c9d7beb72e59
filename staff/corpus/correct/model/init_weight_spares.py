"""Draws spare numbers with the others, for the places of those outside."""


def init_weight(d_in, d_out, generator):
    if d_in < 0 or d_out < 0:
        raise ValueError(f"d_in {d_in} or d_out {d_out} is negative")
    w = torch.randn(d_in, d_out, generator=generator)
    outside = w.abs() > 3
    spare = torch.randn(2 * int(outside.sum()) + 100, generator=generator)
    w[outside] = spare[spare.abs() <= 3][: int(outside.sum())]
    return w * max(d_in, 1) ** -0.5
