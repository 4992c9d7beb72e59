"""problem: save_checkpoint
hint: frozen.weight

Frozen parameters are left out, as they do not change.
"""


def _kept(model):
    frozen = {name for name, p in model.named_parameters() if not p.requires_grad}
    return {name: value for name, value in model.state_dict().items() if name not in frozen}


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    checkpoint["model"] = _kept(model)
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(_kept(model), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"], strict=False)
    return checkpoint["iteration"]
