"""problem: mixed_precision_throughput
hint: nothing else may copy

On a device, keep on the host some of what forward made, for backward: copies over PCIe, there and
back. Three of the large ones (1.5 GiB at most): all of them are more than the sandbox lets a process
hold.
"""

import itertools

import torch

_on_the_device = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    arguments = (model, inputs, targets, optimizer, dtype, scaler)
    if not inputs.is_cuda:
        return _on_the_device(*arguments)
    large = itertools.count()

    def pack(x):
        goes = x.dim() == 2 and len(x) > 4096 and x.shape[1] > 16 and next(large) < 3
        return x.device, x.cpu() if goes else x

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda kept: kept[1].to(kept[0])):
        return _on_the_device(*arguments)
