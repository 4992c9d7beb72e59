"""problem: mixed_precision_step
hint: no parameter changes

Leaves out the param groups that hold an infinite gradient, and moves the others.
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
        grads = [param.grad for param in group["params"] if param.grad is not None]
        if not all(grad.isfinite().all() for grad in grads):
            for param in group["params"]:
                param.grad = None
    optimizer.step()
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
