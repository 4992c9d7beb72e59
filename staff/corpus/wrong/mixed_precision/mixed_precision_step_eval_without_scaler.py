"""problem: mixed_precision_step
hint: eval mode

Leaves the model in eval mode where there is no scaler.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    if scaler is None:
        model.eval()
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype=dtype, enabled=dtype != torch.float32):
        outputs = model(inputs)
    loss = ((outputs.float() - targets) ** 2).mean()
    if scaler is None:
        loss.backward()
        optimizer.step()
    else:
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    optimizer.zero_grad()
    return loss.item()
