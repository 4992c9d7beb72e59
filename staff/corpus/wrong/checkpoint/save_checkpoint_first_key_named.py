"""problem: save_checkpoint
hint: should name

The error names one key; the others come to light one by one.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    for key in model.state_dict():
        if key not in checkpoint["model"]:
            raise KeyError(f"missing {key}")
    for key in checkpoint["model"]:
        if key not in model.state_dict():
            raise KeyError(f"unexpected {key}")
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
