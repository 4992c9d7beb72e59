"""problem: cuda_allocated_bytes
hint: but the call returned

Takes a negative size.
"""


def cuda_allocated_bytes(sizes):
    return sum(-(-size // 512) * 512 for size in sizes)
