"""problem: time_matmul
hint: this is in nanoseconds

Nanoseconds, as time.perf_counter_ns counts.
"""

_time_matmul = time_matmul


def time_matmul(a, b, warmup, repeats):
    return 1e9 * _time_matmul(a, b, warmup, repeats)
