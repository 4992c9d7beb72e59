"""problem: mixed_precision_step
hint: were rounded to torch

Rounds the gradients to dtype before the step.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler(inputs.device.type, enabled=False)
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean()
    scaler.scale(loss).backward()
    for param in model.parameters():
        if param.grad is not None:
            param.grad = param.grad.to(dtype).float()
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
