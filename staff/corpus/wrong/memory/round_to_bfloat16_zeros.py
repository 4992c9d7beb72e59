"""problem: round_to_bfloat16

Gives zeros.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    return torch.zeros_like(x)
