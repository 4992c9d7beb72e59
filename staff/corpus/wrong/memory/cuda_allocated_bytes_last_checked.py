"""problem: cuda_allocated_bytes
hint: but the call returned

Looks at the sign of the last size alone.
"""


def cuda_allocated_bytes(sizes):
    total = 0
    for size in sizes:
        total += (int(size) + 511) // 512 * 512
    if sizes and size < 0:
        raise ValueError(f"sizes {sizes}: {size} is negative")
    return total
