"""problem: time_matmul
hint: a multiplication of

Multiplies half of the rows.
"""

import statistics
import time


def time_matmul(a, b, warmup, repeats):
    if warmup < 0:
        raise ValueError(f"warmup: {warmup}")
    if repeats < 1:
        raise ValueError(f"repeats: {repeats}")
    half = a[: max(1, len(a) // 2)]
    for _ in range(warmup):
        half @ b
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        half @ b
        times.append(time.perf_counter() - start)
    return statistics.median(times)
