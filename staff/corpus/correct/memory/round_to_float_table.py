"""Looks small formats up among all their numbers; takes the others' numbers by their steps."""


def round_to_float(x, exponent_bits, mantissa_bits, infinity=True):
    if x.dtype != torch.float32:
        raise TypeError(f"x is {x.dtype}, not float32")
    if not 2 <= exponent_bits <= 8:
        raise ValueError(f"exponent_bits must not be {exponent_bits}")
    if not 1 <= mantissa_bits <= 23:
        raise ValueError(f"mantissa_bits must not be {mantissa_bits}")
    e, m = int(exponent_bits), int(mantissa_bits)
    bias = 2 ** (e - 1) - 1
    size = x.double().abs().contiguous()
    if e + m <= 12:
        codes = torch.arange(2 ** (e + m))
        exponents, mantissas = codes >> m, (codes & (2**m - 1)).double()
        powers = 2.0 ** (torch.arange(2**e, dtype=torch.float64).clamp(min=1) - bias)
        numbers = (mantissas / 2**m + (exponents > 0)) * powers[exponents]
        count = len(numbers) - (2**m if infinity else 1)
        ties = ((numbers[1:] + numbers[:-1]) / 2)[:count]
        numbers = numbers[:count]
        below = torch.searchsorted(ties, size)  # a tie belongs to what is below it
        at_tie = ties[below.clamp(max=len(ties) - 1)] == size
        index = below + (at_tie & (below % 2 == 1)).long()
        numbers = torch.cat([numbers, torch.tensor([float("inf") if infinity else float("nan")])])
        rounded = numbers[index.clamp(max=len(numbers) - 1)]
    else:
        power = torch.frexp(size).exponent.double() - 1
        step = torch.exp2(torch.clamp(power, min=1 - bias) - m)
        rounded = torch.special.round(size / step) * step
        top = 2 ** (e - 1) - (1 if infinity else 0)
        largest = (2 - 2.0**-m * (1 if infinity else 2)) * 2.0**top
        past = (rounded > largest) | size.isinf()
        rounded = torch.where(past, float("inf") if infinity else float("nan"), rounded)
    rounded = torch.where(x.isnan(), float("nan"), rounded)
    return torch.copysign(rounded, x.double()).to(torch.float32)
