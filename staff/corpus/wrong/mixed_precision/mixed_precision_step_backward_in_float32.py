"""problem: mixed_precision_step
hint: the forward pass ran in float32

Backward by the float32 graph: low precision only for a second, thrown-away forward.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype=dtype, enabled=dtype != torch.float32):
        outputs = model(inputs)
    loss = ((model(inputs) - targets) ** 2).mean()
    if scaler is None:
        loss.backward()
        optimizer.step()
    else:
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    optimizer.zero_grad()
    return loss.item()
