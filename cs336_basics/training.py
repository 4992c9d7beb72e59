"""Training: seeds, accumulation, activation checkpointing, the loop. Handout §12."""

from os import PathLike
from typing import Any

import torch
from torch import Tensor, nn


def seed_everything(seed: int) -> None:
    """Seed Python's, NumPy's and torch's global generators, each with the seed itself.

    After `seed_everything(0)`, `random.random()` is 0.8444218515250481, `np.random.rand()` is
    0.5488135039273248 and `torch.rand(())` is 0.49625658988952637.

    Args:
        seed: in [0, 2**32), as NumPy takes no other; a Python integer, or one of NumPy's, which
            `random.seed` does not take as it is.

    Raises:
        ValueError: seed is outside that range; the message names it and its value. No generator
            has been seeded then.

    Handout §12.1.
    """
    raise NotImplementedError("problem seed_everything: see handout §12.1")


def accumulated_step(
    model: nn.Module,
    micro_batches: list[tuple[Tensor, Tensor]],
    optimizer: torch.optim.Optimizer,
) -> float:
    """Take one step of mean-squared error whose batch comes in pieces.

    The loss is the mean over all elements of all micro-batches, which may differ in size, and the
    step is the one that a single large batch would give, for the same FLOPs: forward and backward
    once; but only one micro-batch's activations are alive at a time. With squared errors 1, 3 in
    one micro-batch and 8 in another, the loss is 4.0, not the mean 5.0 of the two means.

    Args:
        model: without BatchNorm and Dropout; each module keeps its mode (`train` or `eval`).
        micro_batches: pairs of inputs and targets, at least one, of at least one row each. The
            targets have the shape of the model's outputs.
        optimizer: of all the model's parameters. Gradients from before the call do not count.

    Returns:
        The loss before the step.

    Raises:
        ValueError: there is no micro-batch.

    Handout §12.2.
    """
    raise NotImplementedError("problem accumulated_step: see handout §12.2")


def checkpointed_forward(layers: nn.Sequential, x: Tensor) -> Tensor:
    """Run layers with activation checkpointing: keep each one's input, not what happens inside.

    In the backward pass every layer runs again, once, to have its activations back. Output and
    gradients are those of `layers(x)`, with Dropout and in any dtype too; so is what torch's
    generator draws next. The layers stay as they are, each in its own mode, and after backward
    nothing is kept. Ten layers that each keep 32 MiB inside and pass 8 MiB on hold 80 MiB between
    forward and backward, not 400.

    Args:
        layers: any number of layers, 0 too.
        x: the input of the first, of a shape that it takes; x requires a gradient.

    Returns:
        The output of the last.

    Handout §12.3.
    """
    raise NotImplementedError("problem checkpointed_forward: see handout §12.3")


def train(
    config: dict[str, Any],
    checkpoint: str | PathLike[str] | None = None,
    stop_after: int | None = None,
) -> dict[str, Any]:
    """Train the deep linear model on the lecture's task: y = x @ arange(dim).

    Each step draws random inputs "batch dim" of any distribution, numbers about 1 in size and not
    nearly all the same; a batch depends on config["seed"] and the number of the step alone. It
    takes the mean-squared error, and one step of the optimizer at a constant lr, on the CPU. The
    initial weights are random numbers of about 1/√dim in size: with larger ones a deep model's
    losses overflow. You may use what you wrote for other problems, and need not.

    With a checkpoint, the run is saved there when it stops, at its end too, in a form that
    `load_checkpoint` should read (not tested); if the file exists already, the run goes on from
    there. A damaged file is an error, and stays as it is. A run stopped anywhere and resumed gives
    the losses and weights, to the bit, of one that never stopped.

    With 10 steps in the config, `train(config, "a.pt", stop_after=4)` returns 4 losses, then
    `train(config, "a.pt")` returns the other 6.

    Args:
        config: exactly these keys:
            dim, batch_size: 1 or more.
            num_layers: square layers before the final one, 0 or more.
            steps: steps of the whole run, 0 or more.
            lr: the step size, 0 or more.
            optimizer: "sgd", "adagrad", "rmsprop" or "adam", with the defaults of §9.
            precision: "float32"; or "bfloat16", which runs the matmuls under autocast, while the
                weights and the loss stay float32.
            seed: in [0, 2**32), as for seed_everything; you need not refuse a larger one.
        checkpoint: a file to go on from, if it exists, and to save to.
        stop_after: stop after this many steps, counted from the very beginning of the run.

    Returns:
        "losses": the loss before each update of this call, a float each; "state": the weights by
        the names that Cruncher gives them, layers.{i}.weight and final.weight.

    Raises:
        ValueError: config has an unknown key, lacks one, or has a value that is not allowed.
        Exception: torch's own, of a checkpoint that is damaged.

    Handout §12.4.
    """
    raise NotImplementedError("problem train: see handout §12.4")
