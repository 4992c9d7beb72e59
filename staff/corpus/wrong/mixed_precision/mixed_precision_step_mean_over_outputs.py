"""problem: mixed_precision_step

Takes the mean over dim 1 first, which not all outputs have.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    scaler = scaler or torch.amp.GradScaler("cpu", enabled=False)
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean(dim=1).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
