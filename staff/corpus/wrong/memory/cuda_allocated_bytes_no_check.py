"""problem: cuda_allocated_bytes

Takes a negative size.
"""

def cuda_allocated_bytes(sizes):
    return sum(-(-size // 512) * 512 for size in sizes)
