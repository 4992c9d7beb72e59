"""problem: save_checkpoint
hint: should name

The error names the missing keys and not the unexpected ones.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    missing = sorted(model.state_dict().keys() - checkpoint["model"].keys())
    if missing:
        raise KeyError(f"missing {missing}")
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
