"""problem: save_checkpoint
hint: device

No map_location: a checkpoint from a GPU does not load without one.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, weights_only=True)
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
