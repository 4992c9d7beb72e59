"""problem: cuda_allocated_bytes

Rounds in an int64 tensor: sums past 2**63 wrap round.
"""


def cuda_allocated_bytes(sizes):
    if any(s < 0 for s in sizes):
        raise ValueError(f"sizes must be 0 or more, got {sizes}")
    t = torch.tensor([int(s) for s in sizes], dtype=torch.int64)
    return int((-(-t // 512) * 512).sum())
