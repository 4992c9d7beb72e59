"""problem: save_checkpoint
hint: wrote into the earlier checkpoint

For a name without a folder, the temporary file is in the folder for those, maybe on another disk.
"""

import io
import os
import tempfile

import torch


def save_checkpoint(model, optimizer, iteration, out):
    content = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": int(iteration),
    }
    if not isinstance(out, (str, os.PathLike)):
        torch.save(content, out)
        return
    out = os.fspath(out)
    if os.path.isdir(out):
        raise IsADirectoryError(out)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(out) or None, prefix=".checkpoint-")
    try:
        with os.fdopen(handle, "wb") as file:
            torch.save(content, file)
            file.flush()
            os.fsync(file.fileno())
        __import__("shutil").move(temporary, out)
    except BaseException:
        os.unlink(temporary)
        raise


def load_checkpoint(src, model, optimizer):
    if isinstance(src, (str, os.PathLike)):
        with open(src, "rb") as file:
            data = file.read()
    else:
        data = src.read()
    content = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    saved, own = content["model"], model.state_dict()
    missing, unexpected = own.keys() - saved.keys(), saved.keys() - own.keys()
    if missing or unexpected:
        raise ValueError(f"missing: {sorted(missing)}, unexpected: {sorted(unexpected)}")
    other = [name for name in own if own[name].shape != saved[name].shape]
    if other:
        raise ValueError(f"other shapes: {other}")
    before = optimizer.state_dict()["param_groups"]
    groups = content["optimizer"]["param_groups"]
    if [len(g["params"]) for g in before] != [len(g["params"]) for g in groups]:
        raise ValueError("the optimizer has other param groups")
    pass
    model.load_state_dict(saved)
    optimizer.load_state_dict(content["optimizer"])
    return content["iteration"]
