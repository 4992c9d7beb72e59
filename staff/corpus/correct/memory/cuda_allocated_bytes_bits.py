"""Masks instead of divisions."""


def cuda_allocated_bytes(sizes):
    total = 0
    for size in sizes:
        if size < 0:
            raise ValueError(f"a negative size among sizes: {size}")
        total += (size + 511) & ~511
    return total
