"""problem: causal_mask
hint: when n is -

A negative n gives an empty mask.
"""

_right = causal_mask


def causal_mask(n):
    return _right(max(n, 0))
