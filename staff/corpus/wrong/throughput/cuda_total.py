"""problem: matmul_throughput
hint: not of all

One pair of events around all repeats, not divided by their number.
"""

import torch

_one_by_one = time_matmul


def time_matmul(a, b, warmup, repeats):
    if not a.is_cuda:
        return _one_by_one(a, b, warmup, repeats)
    for _ in range(warmup):
        a @ b
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(repeats):
        a @ b
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) / 1000
