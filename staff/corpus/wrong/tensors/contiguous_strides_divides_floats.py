"""problem: contiguous_strides
hint: only integers are exact

Divides with / and rounds: not exact beyond 2⁵³.
"""


def contiguous_strides(shape):
    total, strides = math.prod(max(int(n), 1) for n in shape), []
    for n in shape:
        total = int(total / max(int(n), 1))
        strides.append(total)
    return tuple(strides)
