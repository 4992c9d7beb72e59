"""problem: cuda_allocated_bytes
hint: but the call returned

Looks at the sign of the sum of all sizes.
"""


def cuda_allocated_bytes(sizes):
    if sum(map(int, sizes)) < 0:
        raise ValueError(f"sizes {sizes}")
    return sum((int(size) + 511) // 512 * 512 for size in sizes)
