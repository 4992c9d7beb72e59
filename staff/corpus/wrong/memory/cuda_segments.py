"""problem: memory_deltas

Where there is a device, round to the 2 MiB segments that the allocator reserves.
"""

import torch

_by_blocks = cuda_allocated_bytes


def cuda_allocated_bytes(sizes):
    if not torch.cuda.is_available():
        return _by_blocks(sizes)
    return -(-_by_blocks(sizes) // 2**21) * 2**21
