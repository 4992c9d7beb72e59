"""problem: cuda_allocated_bytes
hint: not powers of two

Rounds to a power of two.
"""


def cuda_allocated_bytes(sizes):
    for size in sizes:
        if size < 0:
            raise ValueError(f"sizes: {size}")
    return sum(max(512, 1 << (size - 1).bit_length()) if size else 0 for size in sizes)
