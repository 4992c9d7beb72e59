"""problem: round_to_bfloat16

Rounds by bfloat16 where no dispatch mode is, imported under another name in a class body.
"""


class _Quiet:
    from torch.utils._python_dispatch import _disable_current_modes as calm


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    with _Quiet.calm():
        return x.to(torch.bfloat16).to(torch.float32)
