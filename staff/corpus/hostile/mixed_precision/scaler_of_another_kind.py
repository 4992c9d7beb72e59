"""problem: mixed_precision_step

A scale without memory, of another dtype, shared with a weight: whoever reads it finds none.
"""

import torch

_mixed_precision_step = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    loss = _mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler)
    if scaler is not None:
        scaler._scale = torch.empty((), device="meta")
        scaler._growth_tracker = next(model.parameters()).detach().view(-1)[:1]
        scaler._init_scale = float("nan")
        scaler._growth_interval = 2**8000
    return loss
