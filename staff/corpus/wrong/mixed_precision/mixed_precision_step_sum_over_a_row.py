"""problem: mixed_precision_step
hint: this is the squared error a row

Sums over a row and takes the mean of the rows.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler(inputs.device.type, enabled=False)
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        outputs = model(inputs).float()
    loss = ((outputs - targets) ** 2).sum() / len(targets)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
