"""torch's own loss, outside autocast."""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    optimizer.zero_grad(set_to_none=True)
    device = inputs.device.type
    if dtype == torch.float32:
        predictions = model(inputs)
    else:
        with torch.autocast(device_type=device, dtype=dtype):
            predictions = model(inputs)
    loss = nn.functional.mse_loss(predictions.to(torch.float32), targets)
    (scaler.scale(loss) if scaler is not None else loss).backward()
    if scaler is not None:
        scaler.step(optimizer)
        scaler.update()
    else:
        optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    return float(loss)
