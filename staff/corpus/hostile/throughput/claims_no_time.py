"""problem: time_matmul

Measure rightly, and claim a millionth of it.
"""

_right = time_matmul


def time_matmul(a, b, warmup, repeats):
    return _right(a, b, warmup, repeats) * 1e-6
