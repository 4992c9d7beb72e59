"""The monotonic clock and the @ operator."""

import statistics
import time


def time_matmul(a, b, warmup, repeats):
    if repeats < 1:
        raise TypeError(f"repeats={repeats} must be at least 1")
    if warmup < 0:
        raise TypeError(f"warmup={warmup} must be at least 0")
    with torch.no_grad():
        for _ in range(warmup):
            _ = a @ b
        if a.is_cuda:
            torch.cuda.synchronize(a.device)
        samples = []
        for _ in range(repeats):
            start = time.monotonic()
            _ = a @ b
            if a.is_cuda:
                torch.cuda.synchronize(a.device)
            samples.append(time.monotonic() - start)
    return statistics.median(samples)
