"""Fills the places of those outside with trunc_normal_."""


def init_weight(d_in, d_out, generator):
    if min(d_in, d_out) < 0:
        raise ValueError(f"d_in and d_out must be 0 or more, got {d_in} and {d_out}")
    w = torch.empty(d_in, d_out).normal_(generator=generator)
    outside = w.abs() > 3
    again = torch.empty(int(outside.sum()))
    w[outside] = nn.init.trunc_normal_(again, a=-3.0, b=3.0, generator=generator)
    return w.div_(max(d_in, 1) ** 0.5)
