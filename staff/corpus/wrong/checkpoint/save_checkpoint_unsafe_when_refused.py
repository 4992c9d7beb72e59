"""problem: save_checkpoint
hint: hidden in the file

Tries a safe load, and an unsafe one when that is refused.
"""

import pickle


def load_checkpoint(src, model, optimizer):
    try:
        checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError:
        if hasattr(src, "seek"):
            src.seek(0)
        checkpoint = torch.load(src, map_location="cpu", weights_only=False)
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
