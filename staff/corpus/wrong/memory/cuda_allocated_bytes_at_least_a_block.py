"""problem: cuda_allocated_bytes
hint: 0 takes nothing

An empty tensor takes a block.
"""


def cuda_allocated_bytes(sizes):
    for size in sizes:
        if size < 0:
            raise ValueError(f"sizes: {size}")
    return sum(max(1, -(-size // 512)) * 512 for size in sizes)
