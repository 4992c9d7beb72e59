"""problem: round_to_bfloat16

Round by a bfloat16 tensor, with all dispatch modes switched off.
"""

from torch.utils._python_dispatch import _disable_current_modes


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    with _disable_current_modes():
        return x.to(torch.bfloat16).float()
