"""problem: cuda_allocated_bytes
hint: does not round up

Adds the bytes.
"""


def cuda_allocated_bytes(sizes):
    for size in sizes:
        if size < 0:
            raise ValueError(f"sizes: {size}")
    return sum(sizes)
