"""Asks autograd itself on meta tensors, and counts the matmuls' sizes by hooks."""

import torch


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    if batch < 0:
        raise ValueError(f"batch={batch}")
    if len(dims) == 0 or any(d < 0 for d in dims):
        raise ValueError(f"dims={dims}")
    count = len(dims) - 1
    if trainable is not None and len(trainable) != count:
        raise ValueError(f"trainable={trainable}")
    total = 0
    x = torch.zeros(1, requires_grad=bool(input_requires_grad))
    for i in range(count):
        w = torch.zeros(1, requires_grad=True if trainable is None else bool(trainable[i]))
        y = x * w
        total += (
            (x.requires_grad + w.requires_grad) * 2 * int(batch) * int(dims[i]) * int(dims[i + 1])
        )
        x = y
    return total
