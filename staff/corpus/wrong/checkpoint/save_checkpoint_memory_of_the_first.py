"""problem: save_checkpoint
hint: model's state

Keeps the first state dict of models with these keys and saves it again: later values are missing.
"""

import copy

_seen = {}


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    checkpoint["model"] = _seen.setdefault(
        tuple(checkpoint["model"]), copy.deepcopy(checkpoint["model"])
    )
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)
