"""problem: save_checkpoint
hint: weights_only

Adds a date to the checkpoint, which a safe load refuses.
"""

import datetime


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    checkpoint["saved"] = datetime.datetime(2026, 1, 1)
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)


def load_checkpoint(src, model, optimizer):
    with torch.serialization.safe_globals([datetime.datetime]):
        checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
