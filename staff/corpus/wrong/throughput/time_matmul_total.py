"""problem: time_matmul
hint: this is all of them together

All repeats together.
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
    start = time.perf_counter()
    for _ in range(repeats):
        a @ b
    return time.perf_counter() - start
