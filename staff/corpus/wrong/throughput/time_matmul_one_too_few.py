"""problem: time_matmul
hint: number of multiplications

One repeat fewer.
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
    times = [0.0]
    for _ in range(repeats - 1):
        start = time.perf_counter()
        a @ b
        times.append(time.perf_counter() - start)
    return statistics.median(times)
