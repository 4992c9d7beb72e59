"""A disabled scaler in the place of none."""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    if scaler is None:
        scaler = torch.amp.GradScaler(inputs.device.type, enabled=False)
    optimizer.zero_grad()
    with torch.autocast(
        inputs.device.type, dtype, enabled=dtype is not torch.float32, cache_enabled=True
    ):
        out = model(inputs)
    diff = out.float() - targets
    loss = torch.mean(diff * diff)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    model.zero_grad()
    optimizer.zero_grad()
    return loss.tolist()
