"""problem: cuda_allocated_bytes
hint: sizes

Refuses without saying what.
"""


def cuda_allocated_bytes(sizes):
    if any(size < 0 for size in sizes):
        raise ValueError("bad input")
    return sum(-(-size // 512) * 512 for size in sizes)
