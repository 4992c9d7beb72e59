"""problem: cuda_allocated_bytes
hint: this rounds to the nearest multiple

Rounds half up.
"""


def cuda_allocated_bytes(sizes):
    for size in sizes:
        if size < 0:
            raise ValueError(f"sizes: {size}")
    return sum((int(size) + 256) // 512 * 512 for size in sizes)
