"""Small training runs to save and to resume, snapshots of their state, and comparisons of these."""

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import Rng
from tests.harness.runtime.describe import describe
from tests.harness.runtime.models import Tagger

ATOMIC = "write a new file beside the old one, and give it the name once it is complete"
PATH_LIKE = "os.PathLike is more than pathlib: os.fspath(path) is the path of them all"
OPTIMIZERS = ("AdamW", "SGD")
Batch = tuple[Tensor, Tensor]


def make_run(rng: Rng, kind: str = "AdamW") -> tuple[nn.Module, torch.optim.Optimizer]:
    """Return a model with random parameters, and its optimizer with random hyperparameters.

    There are two param groups with different hyperparameters. The lr has changed since the start,
    and the groups hold the entry of a scheduler. The second has parameters without a gradient.
    """
    model = Tagger(rng.torch)
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
    """Return `count` random pairs of tokens and targets, each int64 of shape (8,)."""
    shape, source = (count, 2, 8), rng.torch
    tokens = torch.randint(7, shape, generator=source)
    return [(x, y) for x, y in tokens]


def take_steps(
    model: nn.Module, optimizer: torch.optim.Optimizer, batches: Iterable[Batch]
) -> None:
    """Take a training step on each batch, and keep the last gradients."""
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def gradients(model: nn.Module) -> list[Tensor | None]:
    """Return copies of a model's gradients, None where there is none."""
    return [None if p.grad is None else p.grad.clone() for p in model.parameters()]


def assert_unchanged(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    before: dict[str, Any],
    grads: list[Tensor | None],
    *,
    when: str,
) -> None:
    """Assert that a run still equals an earlier snapshot and its earlier gradients."""
    assert_same_state(snapshot(model, optimizer), before, when=when)
    for param, grad in zip(model.parameters(), grads, strict=True):
        if param.grad is None or grad is None:
            same = param.grad is grad
        else:
            same = torch.equal(param.grad, grad)
        if not same:
            hint = "leave the model as it is, .grad included"
            fail(f"{when}: the gradients have changed", hint)


def snapshot(model: nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """Copy the state that a save must not change and a load must restore."""
    return _copy(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "requires_grad": {name: p.requires_grad for name, p in model.named_parameters()},
            "training": {name: module.training for name, module in model.named_modules()},
        }
    )


_HINTS = {
    "model": "parameters and buffers (running statistics, counters) are the model's state",
    "optimizer": "the optimizer's history and its param groups, lr and the like included, are "
    "part of its state",
    "requires_grad": "leave requires_grad of the model's parameters as it is",
    "training": "leave each module's training or evaluation mode as it is",
}


def assert_same_state(actual: dict[str, Any], expected: dict[str, Any], *, when: str) -> None:
    """Assert that two snapshots are bit-identical."""
    for part, hint in _HINTS.items():
        difference = _difference(actual[part], expected[part], part)
        if difference:
            fail(f"{when}: {difference}", hint)


def _copy(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_copy(item) for item in value]
    return value


def _other_values(actual: Tensor, expected: Tensor, path: str) -> str:
    if actual.shape != expected.shape:
        return f"{path} has shape {tuple(actual.shape)}, expected {tuple(expected.shape)}"
    if actual.numel() <= 4:
        return f"{path} is {actual.tolist()}, expected {expected.tolist()}"
    odd = int((actual != expected).sum())
    return f"{path} has other values than expected in {odd} of {actual.numel()} elements"


def _difference(actual: Any, expected: Any, path: str) -> str:
    """Describe the first difference of two snapshots; "" if they are equal."""
    if isinstance(expected, Tensor) and isinstance(actual, Tensor):
        if (actual.dtype, actual.device) != (expected.dtype, expected.device):
            return (
                f"{path} is {actual.dtype} on {actual.device}, "
                f"expected {expected.dtype} on {expected.device}"
            )
        return "" if torch.equal(actual, expected) else _other_values(actual, expected, path)
    if isinstance(expected, dict) and isinstance(actual, dict):
        if actual.keys() != expected.keys():
            odd = sorted(map(str, actual.keys() ^ expected.keys()))
            return f"{path} has other keys; {', '.join(odd)} is on one side only"
        items = ((actual[key], expected[key], f"{path}[{key!r}]") for key in expected)
        return next(filter(None, (_difference(*item) for item in items)), "")
    if isinstance(expected, list) and isinstance(actual, list):
        if len(actual) != len(expected):
            return f"{path} has {len(actual)} entries, expected {len(expected)}"
        pairs = zip(actual, expected, strict=True)
        items = ((a, e, f"{path}[{i}]") for i, (a, e) in enumerate(pairs))
        return next(filter(None, (_difference(*item) for item in items)), "")
    if type(actual) is not type(expected) or actual != expected:
        return f"{path} is {describe(actual)}, expected {describe(expected)}"
    return ""
