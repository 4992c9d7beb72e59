"""problem: mixed_precision_throughput
hint: autocast must be that of the device

Autocast for the CPU, whatever the device: on a GPU the step runs in float32.
"""

import torch


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler(inputs.device.type, enabled=False)
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
