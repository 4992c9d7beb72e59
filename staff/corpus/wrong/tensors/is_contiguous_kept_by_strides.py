"""problem: is_contiguous
hint: with gaps

Remembers answers by the strides alone, for two dims.
"""

_right, _known = is_contiguous, {}


def is_contiguous(shape, strides):
    answer = _right(shape, strides)
    return _known.setdefault(tuple(strides), answer) if len(shape) == 2 and 1 in strides else answer
