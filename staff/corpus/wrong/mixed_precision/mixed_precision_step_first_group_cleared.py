"""problem: mixed_precision_step
hint: gradients from before the call count too

Clears the gradients of the first param group alone before the pass.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    for param in optimizer.param_groups[0]["params"]:
        param.grad = None
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        predictions = model(inputs)
    loss = ((predictions.float() - targets) ** 2).mean()
    if scaler is None:
        loss.backward()
        optimizer.step()
    else:
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    optimizer.zero_grad()
    return loss.item()
