"""Truncated standard numbers, scaled afterwards."""


def init_weight(d_in, d_out, generator):
    if min(d_in, d_out) < 0:
        raise ValueError(f"sizes d_in={d_in}, d_out={d_out}")
    w = torch.empty((int(d_in), int(d_out)), dtype=torch.float32)
    if w.numel():
        nn.init.trunc_normal_(w, 0.0, 1.0, -3.0, 3.0, generator=generator)
        w.mul_(d_in**-0.5)
    return w
