"""problem: matmul_throughput
hint: wait for the end of the work

On a device, read the host's clock around a call that only launches the work.
"""

import statistics
import time

_on_the_cpu = time_matmul


def time_matmul(a, b, warmup, repeats):
    if not a.is_cuda:
        return _on_the_cpu(a, b, warmup, repeats)
    for _ in range(warmup):
        a @ b
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        a @ b
        times.append(time.perf_counter() - start)
    return statistics.median(times)
