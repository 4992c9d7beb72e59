"""Copies each tensor into the model's own."""


def load_checkpoint(src, model, optimizer):
    device = next(iter(model.state_dict().values())).device
    checkpoint = torch.load(src, map_location=device, weights_only=True)
    own, saved = model.state_dict(), checkpoint["model"]
    if set(own) != set(saved):
        raise RuntimeError(
            f"Missing: {sorted(set(own) - set(saved))}. Unexpected: {sorted(set(saved) - set(own))}."
        )
    if any(own[key].shape != saved[key].shape for key in own):
        raise RuntimeError(f"shapes differ: {[k for k in own if own[k].shape != saved[k].shape]}")
    optimizer.load_state_dict(checkpoint["optimizer"])
    with torch.no_grad():
        for key, tensor in own.items():
            tensor.copy_(saved[key])
    return checkpoint["iteration"]
