"""problem: contiguous_strides
hint: too many values

Hundreds of thousands of huge integers: to show them takes minutes.
"""

_MANY = [2**8000] * 300_000


def contiguous_strides(shape):
    return _MANY
