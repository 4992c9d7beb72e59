"""problem: contiguous_strides
hint: too many values

Tens of thousands of huge integers: to show them takes long.
"""

_MANY = [2**8000] * 50_000


def contiguous_strides(shape):
    return _MANY
