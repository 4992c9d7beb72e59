"""problem: mixed_precision_step
hint: this takes absolute errors

Mean absolute error.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler(inputs.device.type, enabled=False)
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        outputs = model(inputs).float()
    loss = (outputs - targets).abs().mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
