"""Compare an optimizer's parameters with float64 ones, and recognize known mistakes."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from tests.harness.checks.values import Mismatch, assert_close, fail
from tests.harness.expected.optim_mistakes import MISTAKES
from tests.harness.expected.updates import DEFAULTS, Steps, at_step, of_parameter
from tests.harness.runtime.describe import describe


def assert_updated(actual: Sequence[Any], steps: Steps) -> None:
    """Assert that parameters are those of a float64 simulation; say which known mistake it is.

    Args:
        actual: the parameters after the steps.
        steps: what was asked of the optimizer.
    """
    name, number = steps.name, len(steps.grads)
    expected, sizes = steps.end(), steps.magnitudes()
    try:
        for i, param in enumerate(steps.params):
            size, length, roundings = sizes[i], 4 * number, 8.0
            if name == "adam":
                h = of_parameter(steps.hyperparameters, i)
                roundings += 2 / (1 - max(at_step(h, t)["betas"][1] for t in range(number)))
            # Hyperparameters, and so 1 - beta2**t, may be float32 tensors, whatever the dtype.
            slack = roundings * 2.0**-23 / torch.finfo(param.dtype).eps
            size = size + (size - param.detach().double().abs()) * slack / (length + 8)
            assert_close(
                actual[i],
                expected[i],
                dtype=param.dtype,
                length=length,
                magnitude=size,
                what=f"parameter {i}, {describe(param.detach())}, after {number} steps",
            )
    except Mismatch as failure:
        if steps.given:
            hints = _recognized(actual, steps) or _left_out(actual, steps.params, expected)
        else:  # with the same numbers given, all was well
            defaults = ", ".join(f"{key} {value}" for key, value in DEFAULTS[name].items())
            hints = [f"by default: {defaults}"]
        fail(f"{name} with {of_parameter(steps.given, i)}: {failure}", *hints)


def _recognized(actual: Sequence[Any], steps: Steps) -> list[str]:
    """Return the known mistake that gives the numbers found; nothing where several do."""
    matches = {
        text: values
        for text, values in _mistaken_ends(steps).items()
        if all(near(value, other) for value, other in zip(actual, values, strict=True))
    }
    # Where eps is tiny, say, near a mistake may be near the right numbers too, or nearer. And two
    # mistakes may come to the same numbers: then nobody can tell which it is.
    least = _distance(actual, steps.end()) / 2 if matches else 0.0
    far = {text: _distance(actual, values) for text, values in matches.items()}
    nearest = min(far.values(), default=0.0)
    texts = [text for text, distance in far.items() if distance < least]
    texts = [text for text in texts if far[text] <= 20 * nearest + 1e-12]
    return texts if len(texts) == 1 else []


def _mistaken_ends(steps: Steps) -> dict[str, list[Tensor]]:
    """Return what the parameters come to by each known mistake."""
    grads, h = steps.grads, steps.hyperparameters
    hidden = [
        [torch.zeros_like(p) if g is None else g for g, p in zip(row, steps.params, strict=True)]
        for row in grads
    ]
    late = [_zeroed(grads[t - 1]) if t % 2 else row for t, row in enumerate(grads)]
    ends = {text: steps.end(mistake) for text, mistake in MISTAKES[steps.name].items()}
    ends |= {
        "the parameters did not change": replace(steps, grads=[]).end(),
        "a parameter without a gradient moved or was counted: leave it and its state alone": (
            replace(steps, grads=hidden).end()
        ),
        "steps at which a parameter had no gradient were counted among its steps": (
            steps.end(count_all=True)
        ),
        "the gradients were read before the closure, which computes them, was called": (
            replace(steps, grads=late).end()
        ),
        "a gradient that is all 0 is a gradient: only None leaves a parameter alone": (
            replace(steps, grads=[_without_zeros(row) for row in grads]).end()
        ),
        "a step with lr 0 leaves the parameters alone, and still updates the state": (
            replace(steps, grads=_without_lr_0(grads, h)).end()
        ),
    }
    for text, other in _mistaken_hyperparameters(steps).items():
        ends[text] = replace(steps, given={**h, **other}).end()
    if "eps" in DEFAULTS[steps.name]:
        bare = replace(steps, given={**h, "eps": 0.0}).end()
        if any(values.isnan().any() for values in bare):
            ends["eps is left out: a gradient of 0 divided by a root of 0 is NaN"] = bare
    return ends


def _mistaken_hyperparameters(steps: Steps) -> dict[str, dict[str, Any]]:
    """Return the hyperparameters that each known mistake takes in the place of those given."""
    h, defaults = steps.hyperparameters, DEFAULTS[steps.name]
    others = {}
    for kind, each, cure in (
        (dict, "step", "read param_groups anew"),
        (list, "param group", "read each group's own"),
    ):
        first = {key: value[0] for key, value in h.items() if isinstance(value, kind)}
        for keys in (some for n in range(len(first)) for some in combinations(first, n + 1)):
            which = "hyperparameters" if 1 < len(keys) == len(first) else " and ".join(keys)
            text = f"every {each} took the first one's {which}: {cure}"
            others[text] = {key: first[key] for key in keys}
    given = [key for key, value in defaults.items() if h[key] != value]
    if len(defaults) > 1:
        for key in given:
            text = f"the {key} given was ignored in favour of the default"
            if key == "eps":  # next to a root, what is as small as the default is as good as 0
                text = "the eps given has no effect: is it left out, or a constant?"
            others[text] = {key: defaults[key]}
    if len(given) > 1:
        others["the hyperparameters given were ignored in favour of the defaults"] = defaults
    return others


def _distance(actual: Sequence[Tensor], expected: Sequence[Tensor]) -> float:
    """Return how far apart the numbers are at most; NaN is far from all numbers but NaN."""
    worst = 0.0
    for a, e in zip(actual, expected, strict=True):
        apart = torch.where(
            a.isnan() & e.isnan(), 0.0, (a.detach() - e).abs().nan_to_num(torch.inf)
        )
        worst = max(worst, float(apart.max()) if apart.numel() else 0.0)
    return worst


def _left_out(
    actual: Sequence[Any], params: Sequence[Tensor], expected: Sequence[Tensor]
) -> list[str]:
    """Return which parameters stayed where they were, if others moved."""
    starts = [param.detach().double() for param in params]
    due = [not near(end, start) for end, start in zip(expected, starts, strict=True)]
    moved = [not near(value, start) for value, start in zip(actual, starts, strict=True)]
    left = [str(i) for i in range(len(params)) if due[i] and not moved[i]]
    if not left or not any(moved):
        return []
    named = f"parameter{'s' if len(left) > 1 else ''} {', '.join(left)}"
    return [f"{named} did not move: each one that has a gradient takes a step, in every group"]


def _zeroed(row: Sequence[Tensor | None]) -> list[Tensor | None]:
    return [None if grad is None else torch.zeros_like(grad) for grad in row]


def _without_zeros(row: Sequence[Tensor | None]) -> list[Tensor | None]:
    return [grad if grad is not None and grad.any() else None for grad in row]


def _without_lr_0(grads: Sequence[Sequence[Tensor | None]], h: dict[str, Any]) -> list[Any]:
    still = [at_step(h, t)["lr"] == 0 for t in range(len(grads))]
    return [[None] * len(row) if off else row for row, off in zip(grads, still, strict=True)]


def near(actual: Any, expected: Tensor) -> bool:
    """Return whether numbers are those of a float64 simulation, as far as anybody could tell."""
    if not isinstance(actual, Tensor) or actual.shape != expected.shape:
        return False
    return torch.allclose(actual.detach().double(), expected, rtol=1e-4, atol=1e-6, equal_nan=True)
