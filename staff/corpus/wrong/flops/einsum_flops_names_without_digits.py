"""problem: einsum_flops
hint: d1 d2

Reads letters alone in a name: d1 and d2 are one axis.
"""

import re

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    return _right(re.sub("[0-9]", "", pattern), a_shape, b_shape)
