"""Names each key that does not fit in words of its own: thousands of characters for a deep model."""

import io
import os
import tempfile
from pathlib import Path

import torch


class MisfitError(ValueError):
    """The checkpoint is one of something else."""


def _is_path(thing):
    return isinstance(thing, (str, os.PathLike))


def save_checkpoint(model, optimizer, iteration, out):
    memory = io.BytesIO()
    torch.save(
        {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "iteration": int(iteration)}, memory
    )
    if not _is_path(out):
        rest = memory.getvalue()
        while rest:
            written = out.write(rest)
            rest = rest[written:] if written is not None else b""
        return
    path = Path(out)
    if path.is_dir():
        raise IsADirectoryError(f"out {path} is a folder")
    with tempfile.TemporaryDirectory(prefix=".saving-", dir=path.parent) as folder:
        inside = Path(folder, path.name)
        with open(inside, "wb", buffering=0) as file:
            rest = memory.getbuffer()
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        inside.replace(path)


def _compare(what, expected, found):
    """Return what is wrong with the names and shapes of `found`."""
    wrong = [f"missing {what} {name}" for name in expected if name not in found]
    wrong += [f"unexpected {what} {name}" for name in found if name not in expected]
    for name in expected:
        if name in found:
            shapes = [tuple(getattr(where[name], "shape", ())) for where in (expected, found)]
            if shapes[0] != shapes[1]:
                wrong.append(f"{what} {name} has shape {shapes[1]} instead of {shapes[0]}")
    return wrong


def load_checkpoint(src, model, optimizer):
    data = Path(src).read_bytes() if _is_path(src) else src.read()
    file = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    if not isinstance(file, dict):
        raise MisfitError(f"src holds a {type(file).__name__}, not a checkpoint")
    wrong = _compare("key", dict.fromkeys(("model", "optimizer", "iteration")), file)
    if not wrong:
        wrong = _compare("key of the model", model.state_dict(), file["model"])
        sizes = [
            [len(group["params"]) for group in groups["param_groups"]]
            for groups in (optimizer.state_dict(), file["optimizer"])
        ]
        if sizes[0] != sizes[1]:
            wrong.append(f"param groups have {sizes[1]} parameters instead of {sizes[0]}")
    if wrong:
        raise MisfitError("src does not fit: " + "; ".join(wrong))
    model.load_state_dict(file["model"])
    optimizer.load_state_dict(file["optimizer"])
    return file["iteration"]
