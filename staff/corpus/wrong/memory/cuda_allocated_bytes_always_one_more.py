"""problem: cuda_allocated_bytes
hint: a multiple of 512 stays what it is

Adds a block to exact multiples.
"""


def cuda_allocated_bytes(sizes):
    for size in sizes:
        if size < 0:
            raise ValueError(f"sizes: {size}")
    return sum((size // 512 + 1) * 512 for size in sizes)
