"""problem: cuda_allocated_bytes
hint: changed its argument

Sorts the caller's list.
"""


def cuda_allocated_bytes(sizes):
    sizes.sort()
    if sizes and sizes[0] < 0:
        raise ValueError(f"sizes: {sizes}")
    return sum(-(-size // 512) * 512 for size in sizes)
