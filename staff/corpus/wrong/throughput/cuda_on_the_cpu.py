"""problem: matmul_throughput

Move the matrices to the CPU and time the product there.
"""

_in_place = time_matmul


def time_matmul(a, b, warmup, repeats):
    return _in_place(a.cpu(), b.cpu(), warmup, repeats)
