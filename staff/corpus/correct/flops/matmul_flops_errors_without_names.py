"""Says in errors what does not fit, by its sizes; names no argument."""

import math
from itertools import zip_longest


def matmul_flops(a_shape, b_shape):
    if not a_shape or not b_shape:
        raise ValueError(f"operands must have a dim or more, got {tuple(a_shape)}, {tuple(b_shape)}")
    if min(*a_shape, *b_shape) < 0:
        raise ValueError(f"negative size {min(*a_shape, *b_shape)}")
    a = [1, *a_shape] if len(a_shape) == 1 else [*a_shape]
    b = [*b_shape, 1] if len(b_shape) == 1 else [*b_shape]
    if a[-1] != b[-2]:
        raise ValueError(f"{a[-1]} columns, but {b[-2]} rows")
    batch = 1
    for m, n in zip_longest(reversed(a[:-2]), reversed(b[:-2]), fillvalue=1):
        if m != n and 1 not in (m, n):
            raise ValueError(f"batch dims {m} and {n} do not broadcast")
        batch *= n if m == 1 else m
    return 2 * batch * math.prod((a[-2], a[-1], b[-1]))
