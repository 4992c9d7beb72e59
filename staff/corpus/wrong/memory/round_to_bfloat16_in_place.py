"""problem: round_to_bfloat16
hint: changed its argument

Rounds the caller's bits.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.view(torch.int32)
    nan = x.isnan()
    kept = x[nan].clone()
    bits.add_(0x7FFF + ((bits >> 16) & 1)).bitwise_and_(~0xFFFF)
    x[nan] = kept
    return x
