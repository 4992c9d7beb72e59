"""problem: time_matmul
hint: number of multiplications

Times an elementwise product.
"""

import statistics
import time


def time_matmul(a, b, warmup, repeats):
    if warmup < 0:
        raise ValueError(f"warmup: {warmup}")
    if repeats < 1:
        raise ValueError(f"repeats: {repeats}")
    for _ in range(warmup):
        a.mul(a)
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        a.mul(a)
        times.append(time.perf_counter() - start)
    return statistics.median(times)
