"""problem: save_checkpoint
hint: changed places

Keeps the checkpoint in a dict of the module: nothing survives the process.
"""

import copy

_kept = {}


def save_checkpoint(model, optimizer, iteration, out):
    kept = copy.deepcopy(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "iteration": operator.index(iteration),
        }
    )
    if hasattr(out, "write"):
        _kept[id(out)] = kept
    else:
        torch.save({}, out)
        _kept[os.fspath(out)] = kept


def load_checkpoint(src, model, optimizer):
    checkpoint = _kept[id(src) if hasattr(src, "read") else os.fspath(src)]
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(copy.deepcopy(checkpoint["optimizer"]))
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
