"""problem: cuda_allocated_bytes
hint: rounds the sum

Rounds the sum once.
"""


def cuda_allocated_bytes(sizes):
    return -(-sum(sizes) // 512) * 512 if all(s >= 0 for s in sizes) else _refuse(sizes)


def _refuse(sizes):
    raise ValueError(f"sizes must not be negative: {sizes}")
