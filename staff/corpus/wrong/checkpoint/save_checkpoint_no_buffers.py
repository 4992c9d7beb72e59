"""problem: save_checkpoint
hint: buffers

Parameters without buffers: running statistics are lost.
"""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    checkpoint["model"] = {name: p.detach() for name, p in model.named_parameters()}
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(dict(model.named_parameters()), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"], strict=False)
    return checkpoint["iteration"]
