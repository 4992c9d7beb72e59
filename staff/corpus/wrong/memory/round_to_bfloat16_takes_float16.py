"""problem: round_to_bfloat16
hint: float16

Takes float16 numbers too.
"""

_right = round_to_bfloat16


def round_to_bfloat16(x):
    return _right(x.float() if x.dtype == torch.float16 else x)
