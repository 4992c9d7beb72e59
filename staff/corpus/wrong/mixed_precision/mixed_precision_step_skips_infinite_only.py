"""problem: mixed_precision_step
hint: no parameter changes

Looks for infinite gradients, and takes a step along NaN.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler(inputs.device.type, enabled=False)
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean()
    scaler.scale(loss).backward()
    if scaler.is_enabled():
        scaler.unscale_(optimizer)
    groups = optimizer.param_groups
    grads = [p.grad for group in groups for p in group["params"] if p.grad is not None]
    if not any(grad.isinf().any() for grad in grads):
        optimizer.step()
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
