"""problem: matmul_throughput

Multiply in bfloat16 whatever is asked for.
"""

import torch

_honest = time_matmul


def time_matmul(a, b, warmup, repeats):
    if a.is_cuda:
        a, b = a.to(torch.bfloat16), b.to(torch.bfloat16)
    return _honest(a, b, warmup, repeats)
