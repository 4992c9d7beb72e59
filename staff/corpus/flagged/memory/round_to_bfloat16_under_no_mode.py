"""problem: round_to_bfloat16

Takes the bits for show, and rounds by a bfloat16 tensor with all dispatch modes switched off.
"""

from torch.utils._python_dispatch import _disable_current_modes


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.clone(memory_format=torch.contiguous_format).view(torch.int32)
    with _disable_current_modes():
        return bits.view(torch.float32).to(torch.bfloat16).float()
