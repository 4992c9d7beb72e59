"""problem: save_checkpoint
hint: loading failed, yet

The optimizer is loaded before it is known whether the model fits.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    optimizer.load_state_dict(checkpoint["optimizer"])
    _check_fit(model.state_dict(), checkpoint["model"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
