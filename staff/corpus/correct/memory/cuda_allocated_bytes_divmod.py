"""divmod and a bool."""


def cuda_allocated_bytes(sizes):
    blocks = 0
    for position, size in enumerate(sizes):
        if not size >= 0:
            raise ValueError(f"sizes[{position}] is {size}; sizes must be 0 or more")
        whole, rest = divmod(int(size), 512)
        blocks += whole + bool(rest)
    return 512 * blocks
