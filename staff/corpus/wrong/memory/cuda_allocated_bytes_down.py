"""problem: cuda_allocated_bytes
hint: this rounds down

Rounds down.
"""


def cuda_allocated_bytes(sizes):
    for size in sizes:
        if size < 0:
            raise ValueError(f"sizes: {size}")
    return sum(size // 512 * 512 for size in sizes)
