"""problem: mixed_precision_step
hint: use the scaler whenever one is given

Ignores the scaler.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype=dtype, enabled=dtype != torch.float32):
        outputs = model(inputs)
    loss = ((outputs.float() - targets) ** 2).mean()
    if True:
        loss.backward()
        optimizer.step()
    else:
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    optimizer.zero_grad()
    return loss.item()
