"""Adds what is missing to each multiple."""


def cuda_allocated_bytes(sizes):
    bad = [size for size in sizes if size < 0]
    if bad:
        raise TypeError(f"sizes holds {bad}")
    return sum(size + -size % 512 for size in sizes)
