"""The loss inside autocast, which takes mse_loss to float32."""

import contextlib


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            parameter.grad = None
    low = dtype in (torch.float16, torch.bfloat16)
    context = (
        torch.amp.autocast(inputs.device.type, dtype=dtype) if low else contextlib.nullcontext()
    )
    with context:
        loss = torch.nn.MSELoss()(model(inputs).float(), targets.float())
    if scaler:
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        scaler.step(optimizer)
        scaler.update()
    else:
        loss.backward()
        optimizer.step()
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            if parameter.grad is not None:
                parameter.grad.zero_()
    return loss.detach().cpu().item()
