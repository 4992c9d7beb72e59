"""problem: matmul_throughput
hint: TF32

Let float32 matmuls run in TF32, as speed guides advise: another precision than the one asked for.
"""

import torch

_plain = time_matmul


def time_matmul(a, b, warmup, repeats):
    torch.backends.cuda.matmul.allow_tf32 = True
    return _plain(a, b, warmup, repeats)
