"""NumPy takes the median; einsum multiplies."""

import time

import numpy as np


def time_matmul(a, b, warmup, repeats):
    if warmup < 0:
        raise ValueError(f"warmup={warmup}")
    if repeats < 1:
        raise ValueError(f"repeats={repeats}")
    out = torch.empty(a.shape[0], b.shape[1], dtype=a.dtype, device=a.device)
    times = []
    for i in range(int(warmup) + int(repeats)):
        t0 = time.perf_counter()
        torch.matmul(a, b, out=out)
        if a.device.type == "cuda":
            torch.cuda.synchronize()
        t1 = time.perf_counter()
        if i >= warmup:
            times.append(t1 - t0)
    return float(np.median(times))
