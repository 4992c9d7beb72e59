"""problem: save_checkpoint
hint: should name

The error names the unexpected keys and not the missing ones.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    unexpected = sorted(checkpoint["model"].keys() - model.state_dict().keys())
    if unexpected:
        raise KeyError(f"unexpected {unexpected}")
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
