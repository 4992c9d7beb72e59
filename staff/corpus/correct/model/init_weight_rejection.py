"""Draws anew until all lie inside."""


def init_weight(d_in, d_out, generator):
    if d_in < 0 or d_out < 0:
        raise ValueError(f"d_in={d_in} and d_out={d_out} must be at least 0")
    w = torch.randn(d_in, d_out, generator=generator)
    while (outside := w.abs() > 3).any():
        w[outside] = torch.randn(int(outside.sum()), generator=generator)
    return w / max(1, d_in) ** 0.5
