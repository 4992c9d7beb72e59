"""problem: mixed_precision_step
hint: autocast casts for the matmuls

Casts the model.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype=dtype, enabled=False):
        outputs = model.to(dtype)(inputs.to(dtype))
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
