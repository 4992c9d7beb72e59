"""Names the one size that is negative, not all sizes."""


def _block(size):
    if size < 0:
        raise ValueError(f"a size must be 0 or more, got {size}")
    return (size + 511) // 512 * 512


def cuda_allocated_bytes(sizes):
    return sum(map(_block, sizes))
