"""problem: time_matmul
hint: but the call returned

A negative warm-up is none.
"""

_right = time_matmul


def time_matmul(a, b, warmup, repeats):
    return _right(a, b, max(0, warmup), repeats)
