"""Forward and backward through layers: the plain pass, and whether another gives the same."""

import copy
from typing import Any

import torch
from torch import Tensor, nn

from tests.harness.checks.values import assert_close, fail


def plain_pass(layers: nn.Module, x: Tensor, grad_output: Tensor) -> dict[str, Any]:
    """Return what `layers(x)` gives: output, the gradient of x, and of each parameter."""
    layers, x = copy.deepcopy(layers), x.detach().clone().requires_grad_()
    output = layers(x)
    (output * grad_output).sum().backward()  # output.backward(…) loads sympy, for half a second
    return {
        "output": output.detach(),
        "input_grad": x.grad,
        "layer_grads": [param.grad for param in layers.parameters()],
    }


def assert_same_pass(
    actual: dict[str, Any],
    expected: dict[str, Any],
    what: str,
    hint: str = "",
    mistaken: dict[str, Tensor] | None = None,
) -> None:
    """Assert that a pass gave what the plain one gave.

    Args:
        actual: the output and gradients, as `plain_pass` returns them.
        expected: what `plain_pass` returned.
        what: the layers, for the failure's text.
        hint: why the gradients may be wrong though the output is not.
        mistaken: outputs of known mistakes, by the hint at each.
    """
    values = {"output": expected["output"], "input_grad": expected["input_grad"]}
    found = {name: actual[name] for name in values}
    for i, grad in enumerate(expected["layer_grads"]):
        if grad is None:  # of a frozen layer
            continue
        values[f"gradient of parameter {i}"] = grad
        found[f"gradient of parameter {i}"] = actual["layer_grads"][i]
    for name, value in values.items():
        if found[name] is None:
            fail(f"{what}: {name} is None", "no gradient arrived: is the graph cut on the way?")
        assert_close(
            found[name],
            value.double(),
            dtype=value.dtype,
            length=64,
            misconceptions={
                "no gradient arrived": torch.zeros_like(value),
                "this is twice what it should be": 2 * value.double(),
                **({hint: found[name]} if hint and name != "output" else {}),
                **((mistaken or {}) if name == "output" else {}),
            },
            what=f"{what}: {name}",
        )
