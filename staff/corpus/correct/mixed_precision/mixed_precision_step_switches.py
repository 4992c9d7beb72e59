"""The switches of autocast by hand."""


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    kind = inputs.device.type
    before = torch.is_autocast_enabled(kind), torch.get_autocast_dtype(kind)
    for p in model.parameters():
        p.grad = None
    try:
        torch.set_autocast_enabled(kind, dtype != torch.float32)
        torch.set_autocast_dtype(kind, dtype if dtype != torch.float32 else before[1])
        torch.autocast_increment_nesting()
        predictions = model(inputs)
    finally:
        if torch.autocast_decrement_nesting() == 0:
            torch.clear_autocast_cache()
        torch.set_autocast_enabled(kind, before[0])
        torch.set_autocast_dtype(kind, before[1])
    loss = nn.functional.mse_loss(predictions.float(), targets, reduction="sum") / targets.numel()
    torch.autograd.backward(scaler.scale(loss) if scaler else loss)
    (scaler.step(optimizer), scaler.update()) if scaler else optimizer.step()
    for p in model.parameters():
        p.grad = None
    return loss.tolist()
