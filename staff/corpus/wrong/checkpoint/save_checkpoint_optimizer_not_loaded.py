"""problem: save_checkpoint
hint: optimizer

Saves the optimizer, and forgets to load it.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(model.state_dict(), checkpoint["model"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
