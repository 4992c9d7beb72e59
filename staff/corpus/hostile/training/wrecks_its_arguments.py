"""problem: accumulated_step

Put strange things into the model, the optimizer and the micro-batches that belong to the caller.
"""

from torch import nn as _nn


def accumulated_step(model, micro_batches, optimizer):
    micro_batches[0][0].fill_(0.0)
    for module in list(model.modules()):
        module._parameters["forward"] = _nn.Parameter(torch.zeros(2**20, 1).expand(2**20, 2**12))
        module._buffers["x" * 10_000] = torch.zeros(3, device="meta")
    for group in optimizer.param_groups:
        group["params"] = [torch.zeros(1)] * 1000
        group["lr"] = 10**1000
        group["x" * 10_000] = float("nan")
    optimizer.state[torch.zeros(2)] = {"step": [[]] * 1000}
    return 0.0
