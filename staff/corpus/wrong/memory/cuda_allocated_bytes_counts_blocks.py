"""problem: cuda_allocated_bytes
hint: this is the number of blocks

Blocks, not bytes.
"""


def cuda_allocated_bytes(sizes):
    for size in sizes:
        if size < 0:
            raise ValueError(f"sizes: {size}")
    return sum(-(-int(size) // 512) for size in sizes)
