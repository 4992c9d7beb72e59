"""problem: time_matmul
hint: but the call returned

0 repeats take 0 seconds.
"""

_right = time_matmul


def time_matmul(a, b, warmup, repeats):
    return _right(a, b, warmup, repeats) if repeats else 0.0
