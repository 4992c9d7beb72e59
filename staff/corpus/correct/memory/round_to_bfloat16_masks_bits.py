"""Finds NaN by its bits."""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x: {x.dtype}")
    i = x.view(torch.int32)
    nan = (i & 0x7FFFFFFF) > 0x7F800000
    r = torch.bitwise_and(i + torch.bitwise_right_shift(i, 16).bitwise_and(1) + 32767, -65536)
    return torch.where(nan, torch.full_like(i, 0x7FC00000), r).view(torch.float32)
