"""problem: mixed_precision_step
hint: gradient from before the call

Clears the gradients of what trains alone: a layer that was frozen after some training moves on.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler(inputs.device.type, enabled=False)
    trained = [param for param in model.parameters() if param.requires_grad]
    for param in trained:
        param.grad = None
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    for param in trained:
        param.grad = None
    return loss.item()
