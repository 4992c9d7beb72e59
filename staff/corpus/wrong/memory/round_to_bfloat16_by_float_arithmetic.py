"""problem: round_to_bfloat16
hint: take the bits

Divides by the distance of two neighbours, and multiplies again, in float64.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    d = x.double()
    _, exponent = torch.frexp(d)
    ulp = torch.ldexp(torch.ones_like(d), torch.clamp(exponent, min=-125) - 8)
    return torch.where(x.isfinite(), (torch.round(d / ulp) * ulp).float(), x)
