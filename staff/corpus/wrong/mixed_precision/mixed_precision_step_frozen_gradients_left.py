"""problem: mixed_precision_step
hint: is not clear after the step

Sets a frozen layer's gradients aside, and puts them back.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    frozen = {param: param.grad for param in model.parameters() if not param.requires_grad}
    scaler = scaler or torch.amp.GradScaler(inputs.device.type, enabled=False)
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    for param, grad in frozen.items():
        param.grad = grad
    return loss.item()
