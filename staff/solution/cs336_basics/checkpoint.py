"""Checkpoints: a long run survives a crash. Handout §10."""

# BEGIN SOLUTION
import collections.abc
import contextlib
import operator

# END SOLUTION
import os
from typing import IO, BinaryIO

import torch
from torch import nn


# BEGIN SOLUTION
@contextlib.contextmanager
def _replacing(path: str | os.PathLike[str]) -> collections.abc.Iterator[IO[bytes]]:
    """Open a new file that takes the place of `path` once it is on the disk, and only then."""
    temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(temporary)
        raise


def _check_fit(
    expected: collections.abc.Mapping[str, object], found: collections.abc.Mapping[str, object]
) -> None:
    """Raise a ValueError that names every key that does not fit."""
    faults = [f"missing {key}" for key in expected.keys() - found.keys()]
    faults += [f"unexpected {key}" for key in found.keys() - expected.keys()]
    for key in expected.keys() & found.keys():
        shapes = [getattr(side[key], "shape", None) for side in (expected, found)]
        if shapes[0] != shapes[1]:
            faults.append(f"{key} of shape {shapes[1]}, expected {shapes[0]}")
    if faults:
        raise ValueError(f"the checkpoint does not fit the model: {'; '.join(sorted(faults))}")


# END SOLUTION
def save_checkpoint(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    iteration: int,
    out: str | os.PathLike[str] | BinaryIO | IO[bytes],
) -> None:
    """Save all that a run needs to go on: the model, the optimizer with its history, the step.

    A save to a path is atomic: whatever happens in the middle (an exception, Ctrl-C, a full disk,
    a kill), the checkpoint that was there before is whole. After an exception and after success
    the save leaves no other file of its own behind. The model and the optimizer stay as they are.

    `save_checkpoint(model, optimizer, 1000, "run/latest.pt")` replaces the checkpoint of step 500
    at once, or not at all.

    Args:
        model: its parameters and buffers are saved.
        optimizer: its state and its param groups are saved.
        iteration: the number of steps taken so far.
        out: a path, whose folder exists, or a binary file object. A file object is written from
            where it stands and stays open. What is written loads with `weights_only=True`.

    Raises:
        Exception: whatever kept the checkpoint from being saved.

    Handout §10.1.
    """
    # BEGIN SOLUTION
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    if not isinstance(out, str | os.PathLike):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)
    # END SOLUTION


def load_checkpoint(
    src: str | os.PathLike[str] | BinaryIO | IO[bytes],
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
) -> int:
    """Load a checkpoint into a model and an optimizer, all of it or nothing.

    A run that goes on from a checkpoint takes the same steps, bit for bit, as one that was never
    stopped. Loading is safe: code hidden in the file does not run. Every tensor lands on its own
    parameter's device, wherever it was when it was saved.

    Args:
        src: a path, or a binary file object that stands where the checkpoint begins.
        model: gets the parameters and buffers.
        optimizer: gets the state and the param groups, lr and the like included.

    Returns:
        The iteration given to save_checkpoint.

    Raises:
        ValueError: the file does not fit the model's keys and shapes, or the number of param groups
            and of parameters in each. The message names every key that is missing or unexpected; if
            none is, one or more of tensors of another shape. Here, and when the file is damaged or
            lacks one of the two states (any exception), the model, its gradients and the optimizer
            are left as they were.

    Handout §10.1.
    """
    # BEGIN SOLUTION save_checkpoint
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    iteration = checkpoint["iteration"]
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])  # raises before it changes anything
    model.load_state_dict(checkpoint["model"])
    return iteration
    # END SOLUTION
