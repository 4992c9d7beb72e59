"""problem: matmul_throughput
hint: milliseconds

An event's elapsed time is in milliseconds; return it as it is.
"""

_in_seconds = time_matmul


def time_matmul(a, b, warmup, repeats):
    seconds = _in_seconds(a, b, warmup, repeats)
    return seconds * 1000 if a.is_cuda else seconds
