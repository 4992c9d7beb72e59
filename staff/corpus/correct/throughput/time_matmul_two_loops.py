"""perf_counter_ns and a sorted list."""

import time as clock


def time_matmul(a, b, warmup, repeats):
    if repeats <= 0:
        raise ValueError(f"repeats must be positive: {repeats}")
    if warmup < 0:
        raise ValueError(f"warmup must not be negative: {warmup}")

    def once():
        begin = clock.perf_counter_ns()
        torch.mm(a, b)
        if a.is_cuda:
            torch.cuda.synchronize()
        return clock.perf_counter_ns() - begin

    for _ in range(warmup):
        once()
    times = sorted(once() for _ in range(repeats))
    middle = repeats // 2
    if repeats % 2:
        return times[middle] / 1e9
    return (times[middle - 1] + times[middle]) / 2e9
