"""Checkpoints: a long run survives a crash. Handout §10."""

import os
from typing import IO, BinaryIO

import torch
from torch import nn


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
    raise NotImplementedError("problem save_checkpoint: see handout §10.1")


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
    raise NotImplementedError("problem save_checkpoint: see handout §10.1")
