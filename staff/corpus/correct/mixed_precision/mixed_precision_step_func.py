"""torch.func: grad_and_value of a functional call."""

from torch.func import functional_call, grad_and_value


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    frozen = {n: p for n, p in model.named_parameters() if not p.requires_grad}
    live = {n: p for n, p in model.named_parameters() if p.requires_grad}

    def objective(weights):
        with torch.autocast(
            inputs.device.type, dtype, enabled=dtype is not torch.float32, cache_enabled=False
        ):
            out = functional_call(model, {**frozen, **weights}, (inputs,))
        loss = (out.float() - targets).pow(2).mean()
        return (loss if scaler is None else scaler.scale(loss)), loss

    grads, (_, loss) = grad_and_value(objective, has_aux=True)(
        {n: p.detach() for n, p in live.items()}
    )
    optimizer.zero_grad()
    for n, p in live.items():
        p.grad = grads[n].detach()
    if scaler is not None:
        scaler.step(optimizer)
        scaler.update()
    else:
        optimizer.step()
    optimizer.zero_grad()
    return float(loss)
