"""problem: mixed_precision_step
hint: no parameter changes

Replaces infinite and NaN elements of the gradients by 0, and steps.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler(inputs.device.type, enabled=False)
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean()
    scaler.scale(loss).backward()
    if scaler.is_enabled():
        scaler.unscale_(optimizer)
    for group in optimizer.param_groups:
        for param in group["params"]:
            if param.grad is not None:
                param.grad.nan_to_num_(0.0, 0.0, 0.0)
    optimizer.step()
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
