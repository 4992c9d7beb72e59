"""problem: time_matmul

Multiply with all dispatch modes switched off, and time that.
"""

from torch.utils._python_dispatch import _disable_current_modes

_right = time_matmul


def time_matmul(a, b, warmup, repeats):
    with _disable_current_modes():
        return _right(a, b, warmup, repeats)
