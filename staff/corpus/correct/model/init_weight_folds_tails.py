"""Maps an outlier to the place inside that has its share of the distribution: exact, too."""

import math


def init_weight(d_in, d_out, generator):
    if d_in < 0 or d_out < 0:
        raise ValueError(f"d_in={d_in}, d_out={d_out}: none may be negative")
    w = torch.randn(d_in, d_out, generator=generator)
    outside = w.abs() > 3
    far = w[outside].double()
    share = torch.erfc(far.abs() / math.sqrt(2)) / math.erfc(3 / math.sqrt(2))
    inside = torch.erfinv(share * math.erf(3 / math.sqrt(2))) * math.sqrt(2)
    w[outside] = (far.sign() * inside).float()
    return w * max(d_in, 1) ** -0.5
