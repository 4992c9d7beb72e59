"""In int64, with the remainder compared to the half."""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise ValueError(f"x: expected torch.float32 but got {x.dtype}")
    bits = x.contiguous().view(torch.int32).to(torch.int64) & 0xFFFFFFFF
    upper, lower = bits >> 16, bits & 0xFFFF
    up = (lower > 0x8000) | ((lower == 0x8000) & (upper % 2 == 1))
    upper = torch.where(x.isnan(), upper | 0x40, upper + up)
    value = upper << 16
    value = torch.where(value >= 2**31, value - 2**32, value).to(torch.int32)
    return value.view(torch.float32).reshape(x.shape)
