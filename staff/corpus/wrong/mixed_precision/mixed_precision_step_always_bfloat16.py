"""problem: mixed_precision_step
hint: the forward pass ran in bfloat16

bfloat16 whatever is asked.
"""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype=torch.bfloat16):
        outputs = model(inputs)
    loss = ((outputs.float() - targets) ** 2).mean()
    if scaler is None:
        loss.backward()
        optimizer.step()
    else:
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    optimizer.zero_grad()
    return loss.item()
