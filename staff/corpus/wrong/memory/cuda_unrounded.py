"""problem: memory_deltas

Where there is a device, add the sizes up as they are.
"""

import torch

_by_blocks = cuda_allocated_bytes


def cuda_allocated_bytes(sizes):
    return sum(sizes) if torch.cuda.is_available() else _by_blocks(sizes)
