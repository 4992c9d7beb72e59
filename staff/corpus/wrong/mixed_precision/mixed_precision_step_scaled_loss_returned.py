"""problem: mixed_precision_step
hint: this is the scaled loss

Returns the scaled loss.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype=dtype, enabled=dtype != torch.float32):
        outputs = model(inputs)
    loss = ((outputs.float() - targets) ** 2).mean()
    if scaler is None:
        loss.backward()
        optimizer.step()
    else:
        loss = scaler.scale(loss)
        loss.backward()
        scaler.step(optimizer)
        scaler.update()
    optimizer.zero_grad()
    return loss.item()
