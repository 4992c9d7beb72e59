"""Gradients by hand: what autograd gives and multiplies, and the mistakes one makes instead."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from tests.harness.checks.values import (
    Misconceptions,
    assert_close,
    assert_same_elements,
    wrong_values,
)
from tests.harness.plugin.failure import fail
from tests.harness.runtime.conditions import Observation
from tests.harness.runtime.describe import describe
from tests.harness.runtime.torch_calls import AUTOGRAD, TorchCall
from tests.harness.runtime.trace import Tracer


def assert_by_hand(seen: Observation) -> None:
    """Assert that autograd ran no backward pass in an observed call."""
    if any(TorchCall.of(text).name == AUTOGRAD for text in seen.calls or ()):
        fail(
            "autograd ran a backward pass in this call",
            "write the matrix multiplications of the backward pass yourself",
        )


def assert_gradient(
    actual: Any, expected: Tensor, dtype: torch.dtype, mistakes: Misconceptions, what: str
) -> None:
    """Assert a gradient of dtype: to the bit, or in float64 up to rounding.

    Args:
        actual: what the submission returned.
        expected: the gradient in float64. In any other dtype it is exact: an integer below 256.
        dtype: what the gradient must have.
        mistakes: sentences, and the wrong gradients they describe; or a function that gives them.
        what: its name.
    """
    if type(actual) is Tensor and actual.shape != expected.shape:
        shapes = f"{what} has shape {tuple(actual.shape)}, expected {tuple(expected.shape)}"
        wrong = wrong_values(mistakes)
        fail(shapes, *(text for text, other in wrong if other.shape == actual.shape))
    if dtype == torch.float64:
        magnitude = 1 + expected.abs().sum()  # small elements are what is left of large ones
        assert_close(
            actual,
            expected,
            dtype=dtype,
            length=64,
            magnitude=magnitude,
            misconceptions=mistakes,
            what=what,
        )
    else:
        assert_same_elements(actual, expected.to(dtype), misconceptions=mistakes, what=what)


def linear_gradients(x: Tensor, w: Tensor, grad_output: Tensor) -> tuple[Tensor, Tensor]:
    """Return what autograd gives for x and w of y = x @ w, in float64."""
    x, w = x.double().requires_grad_(), w.double().requires_grad_()
    of_x, of_w = torch.autograd.grad(((x @ w) * grad_output.double()).sum(), (x, w))
    return of_x, of_w


def linear_mistakes(i: int, x: Tensor, w: Tensor, grad_output: Tensor) -> dict[str, Tensor]:
    """Return the wrong gradients of x (i is 0) or of w (1), by what is wrong with them."""
    x, w, grad = x.double(), w.double(), grad_output.double()
    of_x, of_w = linear_gradients(x, w, grad)
    each = x.unsqueeze(-1) * grad.unsqueeze(-2)  # a product for each row
    rows = each.flatten(0, -3) if each.ndim > 2 else each[None]
    swapped = "the gradient of x comes first, then that of w"
    wrong_x = {swapped: of_w, "this is the output, x @ w": x @ w}
    if w.shape[0] == w.shape[1]:
        wrong_x["grad_output meets w transposed: x's gradient sums over d_out"] = grad @ w
    wrong_w = {swapped: of_x, "this is transposed: the gradient of w has the shape of w": of_w.T}
    summed = "w is used for every row: its gradient sums over all leading dims"
    if len(rows) > 1:
        wrong_w |= {
            "the gradient of w is a sum over the rows, no mean": rows.mean(0),
            summed: each,
            f"{summed}; this is the last row alone": rows[-1],
        }
    if each.ndim > 3:
        wrong_w[f"{summed}, not over the first alone"] = each.sum(0)
        wrong_w[f"{summed}, not over the last alone"] = each.sum(-3)
    return (wrong_x, wrong_w)[i]


def mlp_pass(
    x: Tensor,
    weights: Sequence[Tensor],
    grad_output: Tensor,
    trainable: Sequence[bool],
    input_requires_grad: bool,
) -> tuple[dict[str, Any], int]:
    """Run an MLP with autograd in float64: the result of `mlp_gradients`, and its FLOPs."""
    x = x.double().requires_grad_(input_requires_grad)
    ws = [w.to(torch.float64, copy=True) for w in weights]  # one tensor may be two weights
    for w, flag in zip(ws, trainable, strict=True):
        w.requires_grad_(flag)
    asked = [tensor for tensor in (x, *ws) if tensor.requires_grad]
    with Tracer() as tracer:
        output = x @ ws[0]
        for w in ws[1:]:
            output = output.relu() @ w
        found: tuple[Tensor, ...] = ()
        if asked:
            found = torch.autograd.grad((output * grad_output.double()).sum(), asked)
    grads = dict(zip(map(id, asked), found, strict=True))
    result = {
        "output": output.detach(),
        "input_grad": grads.get(id(x)),
        "weight_grads": [grads.get(id(w)) for w in ws],
    }
    return result, tracer.trace.flops


def _wrong_passes(
    x: Tensor, weights: Sequence[Tensor], grad_output: Tensor
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the results of wrong forward and backward passes, by what is wrong with them."""
    for text, last, gate in (
        ("there is a ReLU between layers, and none after the last one", "relu", "right"),
        ("there is a ReLU between layers; this is a chain without", "no relu", "right"),
        ("the gradient passes a ReLU only where its input is above 0", "", "open"),
        ("the derivative of ReLU at 0 is 0", "", "at 0"),
        ("a ReLU passes a gradient where its own input is above 0, not the gradient", "", "grad"),
        ("a ReLU passes a gradient on; it is not multiplied by what came out", "", "product"),
        ("a gradient passes the ReLU behind a layer, not the one in front of it", "", "below"),
    ):
        yield text, _wrong_pass(x.double(), [w.double() for w in weights], grad_output, last, gate)


def _wrong_pass(
    x: Tensor, weights: Sequence[Tensor], grad_output: Tensor, relus: str, gate: str
) -> dict[str, Any]:
    inputs, before = [x], [x]
    for w in weights:
        before.append(inputs[-1] @ w)
        inputs.append(before[-1] if relus == "no relu" else before[-1].relu())
    output = inputs[-1] if relus else before[-1]
    grad, grads = grad_output.double(), [torch.empty(0)] * len(weights)
    if relus == "relu":
        grad = grad * (output > 0)
    for i in reversed(range(len(weights))):
        grads[i] = inputs[i].T @ grad
        grad = grad @ weights[i].T
        opened = {
            "right": before[i] > 0 if relus != "no relu" else torch.ones_like(before[i]),
            "open": torch.ones_like(before[i]),
            "at 0": before[i] >= 0,
            "grad": grad > 0,
            "product": inputs[i],
            "below": before[i] > 0,
        }
        if i > 0 or gate == "below":
            grad = grad * opened[gate]
    return {"output": output, "input_grad": grad, "weight_grads": grads}


def assert_mlp(
    actual: Any,
    expected: dict[str, Any],
    given: tuple[Tensor, Sequence[Tensor], Tensor],
    dtype: torch.dtype,
    what: str,
) -> None:
    """Assert the result of `mlp_gradients`.

    Args:
        actual: what the submission returned.
        expected: the same in float64.
        given: x, the weights and grad_output.
        dtype: what every tensor must have.
        what: the flags, for the failure.
    """
    keys = f"{what}: expected a dict with exactly the keys {', '.join(expected)}"
    if not isinstance(actual, dict) or actual.keys() != expected.keys():
        fail(f"{keys}; got {describe(actual)}", "is a `return` missing?" if actual is None else "")
    grads, layers = actual["weight_grads"], len(expected["weight_grads"])
    if not isinstance(grads, list | tuple) or len(grads) != layers:
        asked = "a list as long as weights, with None for a frozen layer"
        fail(f"{what}: weight_grads should have {layers} entries, got {describe(grads)}", asked)
    found = _named(actual)
    for name, value in _named(expected).items():
        where = f"{what}: {name}"
        if value is None:
            if found[name] is not None:
                fail(f"{where} is not asked for; expected None, got {describe(found[name])}")
            continue
        if found[name] is None:
            frozen = None in expected["weight_grads"]
            passed = "a frozen layer passes the gradient on to what is below"
            fail(f"{where} is asked for, got None", passed if frozen else "")
        assert_gradient(
            found[name], value, dtype, partial(_mlp_mistakes, given, name, value), where
        )


def _mlp_mistakes(
    given: tuple[Tensor, Sequence[Tensor], Tensor], name: str, value: Tensor
) -> dict[str, Tensor]:
    wrong = {text: _named(result)[name] for text, result in _wrong_passes(*given)}
    wrong["this is transposed: a gradient has the shape of its weight"] = value.T
    if rows := len(given[0]):
        wrong["a gradient sums over the rows of the batch, no mean"] = value / rows
    return wrong


def _named(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result's tensors by name, the weights' gradients from the last layer down."""
    grads = {f"weight_grads[{i}]": grad for i, grad in enumerate(result["weight_grads"])}
    output = {"output": result["output"]}
    return output | dict(reversed(grads.items())) | {"input_grad": result["input_grad"]}


def assert_mlp_flops(
    seen: Observation, most: int, dims: Sequence[int], rows: int, what: str
) -> None:
    """Assert that a call multiplied no more than the forward pass and `mlp_backward_flops` say."""
    found = seen.trace.flops if seen.trace else 0
    if found > most:
        layers = [2 * rows * d * k for d, k in pairwise(dims)]
        hints = {
            "this multiplies for gradients that are not asked for": 3 * sum(layers),
            "this multiplies for the input's gradient, which is not asked for": most + layers[0],
            "this runs forward a second time; keep the inputs of the layers": most + sum(layers),
        }
        fail(
            f"{what}: the products of the forward pass and of `mlp_backward_flops` are {most} "
            f"FLOPs; here they were {found}",
            *[text for text, wrong in hints.items() if wrong == found],
        )


def filled_grads(
    requires_grad: Mapping[str, bool], ops: Sequence[tuple[str, Sequence[str]]], loss: str
) -> set[str]:
    """Return which leaves autograd gives a gradient: with real tensors, and a real backward."""
    tensors = {name: torch.ones((), requires_grad=flag) for name, flag in requires_grad.items()}
    leaves = dict(tensors)
    for name, inputs in ops:
        tensors[name] = torch.stack([tensors[each] for each in inputs]).sum()
    tensors[loss].backward()
    return {name for name, leaf in leaves.items() if leaf.grad is not None}


def wrongly_filled(
    requires_grad: Mapping[str, bool], ops: Sequence[tuple[str, Sequence[str]]], loss: str
) -> dict[str, set[str]]:
    """Return the sets of wrong answers, by what is wrong with them."""
    parents = {name: set(inputs) for name, inputs in ops}
    needs = dict(requires_grad)
    reached = {loss}
    for name, inputs in ops:
        needs[name] = any(needs[each] for each in inputs)
    for name, inputs in reversed(ops):
        reached |= set(inputs) if name in reached else set()
    trained = {name for name, flag in requires_grad.items() if flag}
    return {
        "the loss is not made of all leaves: only those on a way to it get a gradient": trained,
        "only leaves keep a `.grad`, not what an op makes": {n for n in reached if needs[n]},
        "only leaves keep a `.grad`; the loss is none": (reached & trained) | {loss},
        "a leaf that does not require a gradient gets none": reached & requires_grad.keys(),
        "this looks only at what the loss's own op is made of": parents.get(loss, set()) & trained,
    }
