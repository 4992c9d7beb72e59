"""timeit.repeat."""

import statistics
import timeit


def time_matmul(a, b, warmup, repeats):
    if warmup < 0: raise ValueError(f"warmup {warmup}")
    if repeats < 1: raise ValueError(f"repeats {repeats}")
    timeit.timeit(lambda: a @ b, number=warmup)
    if a.is_cuda:
        raise NotImplementedError
    return statistics.median(timeit.repeat("a @ b", globals={"a": a, "b": b}, number=1, repeat=int(repeats)))
