"""Activation checkpointing: what is retained and what is recomputed. Handout §12.3."""

import pytest
import torch
from torch import nn

from tests.harness.expected.training import assert_same_pass, plain_pass
from tests.harness.plugin.failure import fail
from tests.harness.runtime.models import SineBlock
from tests.harness.runtime.trace import allocation_size

pytestmark = pytest.mark.problem("checkpointed_forward")

DIM, BATCH = 8, 64  # few weights, large activations


def _watched(adapters, rng, training=True, frozen=(), again=False):
    """Return the trace of a chain whose first layers are wide inside, and its blocks' widths.

    Before the blocks come a layer of two layers and one that has no layers in it.
    """
    widths = [500, 475, 450, 48, 40, 33]
    two = nn.Sequential(nn.Linear(DIM, 750), nn.Linear(750, DIM))
    blocks = [SineBlock(DIM, width) for width in widths]
    layers = nn.Sequential(two, nn.Tanh(), *blocks).train(training)
    for number in frozen:
        layers[number].requires_grad_(False)
    x, grad_output = rng.normal(BATCH, DIM), rng.normal(BATCH, DIM)
    expected = plain_pass(layers, x, grad_output)  # before the call, which may change the layers
    train = [param.requires_grad for param in layers.parameters()]
    observed = adapters.observed(trace=True, call_twice=again)
    seen = observed.run_checkpointed_forward(layers, x, grad_output)
    result = seen.value
    if [param.requires_grad for param in layers.parameters()] != train:
        what = "which parameters require a gradient is not as before"
        fail(what, "leave the layers as they are, requires_grad included")
    if not again:  # a second call may add to the gradients of the first
        assert_same_pass(result, expected, "wide layers")
    return seen.trace, widths


def _result_bytes(widths) -> int:
    """Return the bytes, as a trace counts them, of what a pass through the chain returns."""
    inside = [750, *widths]
    sizes = [size for width in inside for size in (width * DIM, width, DIM * width, DIM)]
    return sum(allocation_size(4 * size) for size in (*sizes, BATCH * DIM, BATCH * DIM))


def _runs(trace, width, name="aten.sin") -> list[int]:
    """Return the positions in the trace at which the layer of this width ran `name`."""
    return [
        i
        for i, op in enumerate(trace.ops)
        if op.name in (name, f"{name}_") and op.input_shapes[0] == [BATCH, width]
    ]


def test_runs_every_layer_again_once(adapters, rng):
    for when, given in (
        ("", {}),
        (", in evaluation mode,", {"training": False}),
        (", some of them frozen,", {"frozen": (3, 6)}),
    ):
        trace, widths = _watched(adapters, rng, **given)
        runs = [_runs(trace, width) for width in widths]
        if "frozen" in given:  # nothing in the Tanh trains either
            runs.insert(0, _runs(trace, DIM, "aten.tanh"))
        layers = len(widths) + 2
        for number, of_layer in enumerate(runs, start=layers - len(runs)):
            if len(of_layer) != 2:
                fail(
                    f"layer {number} of {layers}{when} ran {len(of_layer)} times, forward "
                    f"and backward together; expected 2",
                    "each layer runs once in forward, and once again in backward"
                    if len(of_layer) > 2
                    else "this layer was not checkpointed: it keeps its activations",
                )
        again = [of_layer[1] for of_layer in runs]
        if again != sorted(again, reverse=True):
            fail(
                f"some layers{when} ran again before backward went through the one after them",
                "give each layer a checkpoint of its own: then the insides of one alone are alive",
            )


def test_runs_a_single_layer_again_in_any_dtype(adapters, rng):
    for dtype in (torch.float32, torch.float64, torch.bfloat16):
        layers = nn.Sequential(SineBlock(DIM, 48)).to(dtype)
        x, grad_output = (rng.normal(BATCH, DIM, dtype=dtype) for _ in range(2))
        expected = plain_pass(layers, x, grad_output)
        seen = adapters.observed(trace=True).run_checkpointed_forward(layers, x, grad_output)
        assert_same_pass(seen.value, expected, f"one layer in {dtype}")
        if len(times := _runs(seen.trace, 48)) != 2:
            text = f"the only layer, in {dtype}, ran {len(times)} times, not twice"
            fail(text, "a single layer has a checkpoint too, whatever its dtype")


def test_leaves_nothing_for_the_next_call(adapters, rng):
    trace, widths = _watched(adapters, rng, again=True)
    if trace.retained_bytes > 2 * _result_bytes(widths) + BATCH * DIM * 4:
        fail(
            f"after two calls {trace.retained_bytes} bytes are alive; what each returned are "
            f"{_result_bytes(widths)}",
            "keep nothing once backward is through",
        )
    calls = [_runs(trace, DIM, "aten.tanh"), *(_runs(trace, width) for width in widths)]
    for number, of_layer in enumerate(calls, start=1):
        if len(of_layer) != 4:
            fail(
                f"in two calls with the same layers, layer {number} of {len(widths) + 2} ran "
                f"{len(of_layer)} times, forward and backward together; expected 2 for each call"
            )
    first, second = (trace.ops[index].live for index in (calls[0][0], calls[0][2]))
    if second - first > _result_bytes(widths) + BATCH * DIM * 4:
        fail(
            f"at one place in the second of two calls {second - first} bytes more are alive than "
            f"in the first; what the first returned are {_result_bytes(widths)}",
            "keep nothing once backward is through",
        )


def test_keeps_little_between_forward_and_backward(adapters, rng):
    trace, widths = _watched(adapters, rng)
    runs = _runs(trace, widths[-1])
    # The last block runs again first. Narrow blocks may run again with it, wide ones may not.
    retained = trace.ops[runs[-1]].live
    inputs = (len(widths) + 2) * BATCH * DIM * 4
    generator_states = (len(widths) + 2) * 2**13
    allowed = 2 * (inputs + generator_states)
    inside = BATCH * widths[2] * 4
    assert allowed < 2 * inside
    if retained > allowed:
        fail(
            f"{retained} bytes are alive when backward begins; the layers' inputs are {inputs}, "
            f"and what is inside each of the widest layers is more than {inside}",
            "keep the input of each layer, and let the layer run again in backward"
            if len(runs) > 1
            else "activations inside the layers are kept",
        )
