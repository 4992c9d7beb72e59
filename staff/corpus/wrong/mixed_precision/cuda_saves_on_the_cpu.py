"""problem: mixed_precision_throughput
hint: nothing else may copy

On a device, keep for backward on the host what forward made: two copies over PCIe for each layer.
"""

import torch

_on_the_device = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    arguments = (model, inputs, targets, optimizer, dtype, scaler)
    if not inputs.is_cuda:
        return _on_the_device(*arguments)
    with torch.autograd.graph.save_on_cpu():
        return _on_the_device(*arguments)
