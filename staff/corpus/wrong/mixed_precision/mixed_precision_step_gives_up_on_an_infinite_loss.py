"""problem: mixed_precision_step
hint: update the scaler once

Returns early when the loss is infinite, and the scale stays as high as it was.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler("cpu", enabled=False)
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean()
    if not torch.isfinite(loss):
        return loss.item()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
