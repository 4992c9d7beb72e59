"""Writes all products into one tensor that is made once."""

import timeit


def time_matmul(a, b, warmup, repeats):
    if warmup < 0:
        raise ValueError(f"warmup is {warmup}")
    if repeats < 1:
        raise ValueError(f"repeats is {repeats}")
    out = torch.empty(a.shape[0], b.shape[1], dtype=a.dtype, device=a.device)
    with torch.inference_mode():
        for _ in range(warmup):
            torch.mm(a, b, out=out)
        times = []
        for _ in range(repeats):
            start = timeit.default_timer()
            torch.mm(a, b, out=out)
            times.append(timeit.default_timer() - start)
    return torch.tensor(times, dtype=torch.float64).quantile(0.5).item()
