"""problem: mixed_precision_step
hint: let the scaler take the optimizer's step

Steps with gradients that are still scaled, and updates a scaler that has seen none.
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
        scaler.scale(loss).backward()
        optimizer.step()
        scaler.update()
    optimizer.zero_grad()
    return loss.item()
