"""problem: mixed_precision_throughput
hint: times as long

No autocast on a device: the numbers are finer, and take ten times as long.
"""

import torch

_autocast = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    dtype = torch.float32 if inputs.is_cuda else dtype
    return _autocast(model, inputs, targets, optimizer, dtype, scaler)
