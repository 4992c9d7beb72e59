"""problem: save_checkpoint
hint: counters

Counters and other integer buffers are left out.
"""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    checkpoint["model"] = {k: v for k, v in checkpoint["model"].items() if v.is_floating_point()}
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    floating = {k: v for k, v in model.state_dict().items() if v.is_floating_point()}
    _check_fit(floating, checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"], strict=False)
    return checkpoint["iteration"]
