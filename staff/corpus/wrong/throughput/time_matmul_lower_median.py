"""problem: time_matmul
hint: of an even count the median is the

The lower of the middle two.
"""

import statistics
import time


def time_matmul(a, b, warmup, repeats):
    if warmup < 0:
        raise ValueError(f"warmup: {warmup}")
    if repeats < 1:
        raise ValueError(f"repeats: {repeats}")
    for _ in range(warmup):
        a @ b
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        a @ b
        times.append(time.perf_counter() - start)
    return statistics.median_low(times)
