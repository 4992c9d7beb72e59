"""problem: time_matmul
hint: this is in milliseconds

Milliseconds.
"""

_time_matmul = time_matmul


def time_matmul(a, b, warmup, repeats):
    return 1000 * _time_matmul(a, b, warmup, repeats)
