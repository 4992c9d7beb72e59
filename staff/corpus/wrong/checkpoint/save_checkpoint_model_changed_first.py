"""problem: save_checkpoint
hint: loading failed, yet

The model is loaded before it is known whether the optimizer fits.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(model.state_dict(), checkpoint["model"])
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["iteration"]
