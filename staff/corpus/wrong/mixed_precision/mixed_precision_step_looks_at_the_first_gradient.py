"""problem: mixed_precision_step
hint: no parameter changes

Leaves a step out by itself, when the first parameter's gradient is infinite.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler("cpu", enabled=False)
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    trained = [param for param in model.parameters() if param.grad is not None]
    if torch.isfinite(trained[0].grad).all():
        optimizer.step()
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
