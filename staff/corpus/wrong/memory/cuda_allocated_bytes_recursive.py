"""problem: cuda_allocated_bytes
hint: take a loop

Goes through the list by recursion: a thousand tensors are too many.
"""


def cuda_allocated_bytes(sizes):
    if not sizes:
        return 0
    if sizes[0] < 0:
        raise ValueError(f"sizes must be 0 or more, got {sizes}")
    return -(-int(sizes[0]) // 512) * 512 + cuda_allocated_bytes(sizes[1:])
