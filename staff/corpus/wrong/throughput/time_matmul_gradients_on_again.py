"""problem: time_matmul
hint: put it back

Switches gradients on after the timing, also where the caller had them off.
"""

import statistics
import time

import torch


def time_matmul(a, b, warmup, repeats):
    if warmup < 0:
        raise ValueError(f"warmup must be 0 or more, got {warmup}")
    if repeats < 1:
        raise ValueError(f"repeats must be 1 or more, got {repeats}")
    torch.set_grad_enabled(False)
    times = []
    for i in range(warmup + repeats):
        if a.is_cuda:
            torch.cuda.synchronize(a.device)
        start = time.perf_counter()
        a @ b
        if a.is_cuda:
            torch.cuda.synchronize(a.device)
        if i >= warmup:
            times.append(time.perf_counter() - start)
    torch.set_grad_enabled(True)
    return float(statistics.median(times))
