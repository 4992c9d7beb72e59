"""timeit.repeat."""

import statistics
import timeit


def time_matmul(a, b, warmup, repeats):
    if warmup < 0:
        raise ValueError(f"warmup {warmup}")
    if repeats < 1:
        raise ValueError(f"repeats {repeats}")
    timeit.timeit(lambda: a @ b, number=warmup)
    statement = "a @ b; torch.cuda.synchronize()" if a.is_cuda else "a @ b"
    names = {"a": a, "b": b, "torch": torch}
    return statistics.median(timeit.repeat(statement, globals=names, number=1, repeat=int(repeats)))
