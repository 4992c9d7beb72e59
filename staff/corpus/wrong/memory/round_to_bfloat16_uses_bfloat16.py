"""problem: round_to_bfloat16
hint: bfloat16 tensor

Lets torch round.
"""


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    return x.to(torch.bfloat16).to(torch.float32)
