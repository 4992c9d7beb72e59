"""Small training runs, for tests that stop one and go on with another."""

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

from tests.harness.compare import fail
from tests.harness.models import Tagger, assert_same_state, snapshot
from tests.harness.rng import Rng

OPTIMIZERS = ("AdamW", "SGD")
Batch = tuple[Tensor, Tensor]


def make_run(rng: Rng, kind: str = "AdamW") -> tuple[nn.Module, torch.optim.Optimizer]:
    """Return a model with random parameters, and its optimizer with random hyperparameters.

    There are two param groups with different hyperparameters, an lr that changed since the start
    and an entry that a scheduler left. The second group has parameters that get no gradient.
    """
    model = Tagger(rng)
    shared = [model.embedding.weight]
    rest = [param for param in model.parameters() if param is not model.embedding.weight]
    lr, decay = rng.uniform(0.01, 0.1), rng.uniform(0.01, 0.1)
    optimizer: torch.optim.Optimizer
    groups: list[dict[str, Any]]
    if kind == "AdamW":
        betas = (rng.uniform(0.5, 0.9), rng.uniform(0.9, 0.99))
        groups = [{"params": shared, "weight_decay": 0.0}, {"params": rest, "betas": betas}]
        optimizer = torch.optim.AdamW(groups, lr=lr, weight_decay=decay)
    else:
        momentum = rng.uniform(0.5, 0.9)
        groups = [{"params": shared, "nesterov": True}, {"params": rest, "lr": lr / 2}]
        optimizer = torch.optim.SGD(groups, lr=lr, momentum=momentum, weight_decay=decay)
    for group in optimizer.param_groups:
        group["initial_lr"] = group["lr"]
        group["lr"] *= rng.uniform(0.2, 0.8)
    return model, optimizer


def draw_batches(rng: Rng, count: int) -> list[Batch]:
    """Return random batches of tokens and targets."""
    shape, source = (count, 2, 8), rng.torch
    tokens = torch.randint(7, shape, generator=source)
    return [(x, y) for x, y in tokens]


def take_steps(
    model: nn.Module, optimizer: torch.optim.Optimizer, batches: Iterable[Batch]
) -> None:
    """Take a training step on each batch; the last one's gradients stay."""
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def gradients(model: nn.Module) -> list[Tensor | None]:
    """Return copies of a model's gradients."""
    return [None if p.grad is None else p.grad.clone() for p in model.parameters()]


def assert_unchanged(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    before: dict[str, Any],
    grads: list[Tensor | None],
    *,
    when: str,
) -> None:
    """Assert that a run is as it was when these, its snapshot and gradients, were taken."""
    assert_same_state(snapshot(model, optimizer), before, when=when)
    for param, grad in zip(model.parameters(), grads, strict=True):
        if param.grad is None or grad is None:
            same = param.grad is grad
        else:
            same = torch.equal(param.grad, grad)
        if not same:
            hint = "leave the model as it is, .grad included"
            fail(f"{when}: the gradients have changed", hint)
