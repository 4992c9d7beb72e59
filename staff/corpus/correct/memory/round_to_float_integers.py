"""By integer operations on the bits of float32, as in round_to_bfloat16."""


def round_to_float(x, exponent_bits, mantissa_bits, infinity=True):
    if x.dtype != torch.float32:
        raise TypeError(f"expected float32, got {x.dtype}")
    if not (2 <= exponent_bits <= 8):
        raise ValueError(f"exponent_bits: {exponent_bits}")
    if not (1 <= mantissa_bits <= 23):
        raise ValueError(f"mantissa_bits: {mantissa_bits}")
    exponent_bits, mantissa_bits = int(exponent_bits), int(mantissa_bits)
    bits = x.contiguous().view(torch.int32).to(torch.int64) & 0xFFFFFFFF
    sign, size = bits >> 31, bits & 0x7FFFFFFF
    field = (size >> 23).clamp(min=1)
    mantissa = (size & 0x7FFFFF) | torch.where(size >> 23 > 0, 1 << 23, 0)  # the number / 2**-149…
    # The smallest normal number has this field in float32.
    lowest = 127 + 2 - 2 ** (exponent_bits - 1)
    drop = (23 - mantissa_bits + (lowest - field).clamp(min=0)).clamp(max=40)
    kept = mantissa >> drop
    rest = mantissa - (kept << drop)
    half = torch.where(drop > 0, 1 << (drop - 1).clamp(min=0), 1)
    up = (rest > half) | ((rest == half) & (kept & 1 == 1))
    kept = kept + torch.where(drop > 0, up, False).long()
    value = kept.double() * torch.ldexp(
        torch.ones((), dtype=torch.float64), (field + drop - 150).double()
    )
    ones = 2**exponent_bits - 1 - (1 if infinity else 0)
    top = 2.0 ** (ones - (2 ** (exponent_bits - 1) - 1))
    largest = top * (2 - 2.0**-mantissa_bits * (1 if infinity else 2))
    value[size > 0x7F800000] = torch.nan
    if infinity:
        value[(value > largest) | (size == 0x7F800000)] = torch.inf
    else:
        value[(value > largest) | (size == 0x7F800000)] = torch.nan
    return torch.where(sign == 1, -value, value).to(torch.float32)
