"""problem: time_matmul
hint: the warm-up is missing

Does not warm up.
"""

import statistics
import time


def time_matmul(a, b, warmup, repeats):
    if warmup < 0:
        raise ValueError(f"warmup: {warmup}")
    if repeats < 1:
        raise ValueError(f"repeats: {repeats}")
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        a @ b
        times.append(time.perf_counter() - start)
    return statistics.median(times)
