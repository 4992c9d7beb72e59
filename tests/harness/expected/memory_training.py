"""What training keeps in memory: the right bytes, and the mistakes one makes instead."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from tests.harness.checks.values import assert_integer, integer_error_hints, is_integer
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe

OPTIMIZER_VALUES = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}
PRECISIONS = ("float32", "bfloat16")


def choices() -> Iterator[list[str]]:
    """Give each optimizer and precision, as new strings, which `is` tells from any other."""
    for names in itertools.product(OPTIMIZER_VALUES, PRECISIONS):
        yield ["".join(list(name)) for name in names]


def training_sizes(
    parameters: int, activations: int, optimizer: str, precision: str
) -> dict[str, int]:
    """Return the result of `training_bytes`."""
    full = precision == "float32"
    sizes = {
        "parameters": parameters * (4 if full else 6),
        "gradients": parameters * (4 if full else 2),
        "optimizer_state": parameters * 4 * OPTIMIZER_VALUES[optimizer],
        "activations": activations * (4 if full else 2),
    }
    return {**sizes, "total": sum(sizes.values())}


def assert_training_sizes(
    actual: Any,
    parameters: int,
    activations: int,
    optimizer: str,
    precision: str,
    *,
    misconceptions: Mapping[str, Mapping[str, int]] | None = None,
    what: str = "",
) -> None:
    """Assert the bytes of so many parameters and activations, in the dict of `training_bytes`.

    Args:
        actual: what the submission returned.
        parameters: how many there are.
        activations: how many there are.
        optimizer: its name.
        precision: "float32" or "bfloat16".
        misconceptions: for each key of the dict, sentences and the bytes that mistakes give.
        what: what else was given, for the message.
    """
    hints = {
        "parameters": "bfloat16 keeps 2 bytes to compute with and a 4-byte master copy"
        if precision == "bfloat16"
        else "4 bytes each in float32",
        "gradients": "a gradient has its parameter's compute precision: 4 bytes, 2 in bfloat16",
        "optimizer_state": "values a parameter, 4 bytes each: sgd 0, adam 2, the others 1",
        "activations": "4 bytes each in float32, 2 in bfloat16",
        "total": "the sum of the other four",
    }
    expected = training_sizes(parameters, activations, optimizer, precision)
    _assert_keys(actual, expected)
    for key, value in expected.items():
        known = (misconceptions or {}).get(key, {}).items()
        wrong = {text: size for text, size in known if size != value}
        if is_integer(actual[key]) and actual[key] not in wrong.values():
            rounded = integer_error_hints(int(actual[key]), value)
            wrong = {} if rounded else {hints[key]: actual[key]}
        label = f"{key} with {optimizer} in {precision}{what and f', {what}'}"
        assert_integer(actual[key], value, misconceptions=wrong, what=label)


def _assert_keys(actual: Any, expected: Mapping[str, int]) -> None:
    keys = f"expected a dict with exactly the keys {', '.join(expected)}"
    if not isinstance(actual, dict):
        fail(f"{keys}; got {describe(actual)}")
    if set(actual) != set(expected):
        odd = {
            "missing": [key for key in expected if key not in actual],
            "unexpected": [str(key) for key in actual if key not in expected],
        }
        found = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in odd.items() if names)
        master = any("master" in key.lower() for key in odd["unexpected"])
        hint = "the master copy of bfloat16 parameters counts among the parameters"
        fail(f"{keys}; {found}", hint if master else "")
