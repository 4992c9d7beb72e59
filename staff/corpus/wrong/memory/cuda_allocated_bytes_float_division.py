"""problem: cuda_allocated_bytes
hint: a float on the way has dropped digits

Divides in floating point: wrong past 2**53.
"""

import math


def cuda_allocated_bytes(sizes):
    for size in sizes:
        if size < 0:
            raise ValueError(f"sizes: {size}")
    return sum(math.ceil(size / 512) * 512 for size in sizes)
