"""Activation checkpointing: handout §12.3."""

import copy

import pytest
import torch
from torch import nn

from tests.harness.compare import Mismatch, assert_close, fail
from tests.harness.conditions import Conditions, carry_out
from tests.harness.describe import describe_error
from tests.harness.ledger import rounded
from tests.harness.models import SineBlock

DIM, BATCH = 32, 16


def _plain(layers, x, grad_output) -> dict:
    """Return what `layers(x)` gives: output, the gradient of x, and of each parameter."""
    layers, x = copy.deepcopy(layers), x.detach().clone().requires_grad_()
    output = layers(x)
    (output * grad_output).sum().backward()  # output.backward(…) loads sympy, for half a second
    return {
        "output": output.detach(),
        "input_grad": x.grad,
        "layer_grads": [param.grad for param in layers.parameters()],
    }


AGAIN = "the second run of a layer should draw what the first one drew"
TWICE = "children() gives a layer that stands there twice once; go through layers itself"


def _chains(rng) -> dict[str, nn.Sequential]:
    blocks = [SineBlock(6, rng.integer(7, 20)) for _ in range(3)]
    return {
        "three blocks": nn.Sequential(*blocks),
        "one block": nn.Sequential(SineBlock(6, 9)),
        "no layers": nn.Sequential(),
        "layers without parameters": nn.Sequential(nn.Tanh(), nn.Linear(6, 6), nn.GELU()),
        "layers that change the width": nn.Sequential(
            nn.Linear(6, 11), nn.Tanh(), nn.Linear(11, 2)
        ),
        "a block used twice": nn.Sequential(blocks[0], nn.Tanh(), blocks[0]),
    }


def _assert_like_plain(adapters, layers, x, rng, what, hint=""):
    seed, modes = rng.seed(), [layer.training for layer in layers.modules()]
    width = layers(x).shape[-1]
    grad_output = rng.normal(*x.shape[:-1], width, dtype=x.dtype)
    plain = carry_out(lambda: _plain(layers, x, grad_output), Conditions(seed=seed))
    layers.zero_grad()  # run_checkpointed_forward need not
    seen = adapters.observed(seed=seed).run_checkpointed_forward(layers, x, grad_output)
    once = [*layers.children()]
    mistaken = {TWICE: nn.Sequential(*once)(x).double()} if len(once) < len(layers) else {}
    if len(layers) > 1 and width == x.shape[-1]:
        mistaken["this is x as it was given: each layer takes what the one before gave"] = x
        mistaken["this is what the first layer gives: does the loop return in its first turn?"] = (
            carry_out(lambda: layers[0](x), Conditions(seed=seed)).value
        )
    _assert_same(seen.value, plain.value, what, hint, mistaken)
    if [layer.training for layer in layers.modules()] != modes:
        fail(
            f"{what}: a layer is in another mode, training or evaluation, than before",
            "leave the mode as it is, each layer's own",
        )
    for name, (_, after) in plain.generators.items():
        if seen.generators[name][1] != after:
            fail(
                f"{what}: after backward the generator of {name} stands elsewhere than after a "
                "plain pass: what is drawn next is something else",
                "the second run of a layer starts from an earlier state: put the later one back",
            )


def _assert_same(actual, expected, what, hint="", mistaken=None):
    """Assert that a pass gave what the plain one gave; hint at why its gradients alone do not.

    `mistaken` are outputs of known mistakes, by the hint at each.
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


@pytest.mark.problem("checkpointed_forward")
def test_gives_what_a_plain_pass_gives(adapters, rng):
    for what, layers in _chains(rng).items():
        try:
            _assert_like_plain(adapters, layers, rng.normal(2, 3, 6), rng, what)
        except RuntimeError as error:
            if "different metadata" not in str(error):
                raise
            fail(
                f"{what}: in backward another layer ran than in forward: {_first_line(error)}",
                "what a loop makes with lambda or def sees the loop's last layer when it runs "
                "again: hand each layer over as an argument",
            )
    _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, f"{what}, one batch dim")


@pytest.mark.problem("checkpointed_forward")
def test_gives_the_same_with_dropout(adapters, rng):
    blocks = [SineBlock(6, 40, dropout=0.5) for _ in range(3)]
    layers = nn.Sequential(blocks[0], nn.Dropout(0.5), *blocks[1:])
    for training in (True, False):
        layers.train(training)
        what = f"Dropout, training={training}"
        _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, what, AGAIN)


@pytest.mark.problem("checkpointed_forward")
def test_gives_the_same_where_layers_have_modes_of_their_own(adapters, rng):
    blocks = [SineBlock(6, 40, dropout=0.5) for _ in range(3)]
    for training in (True, False):
        layers = nn.Sequential(*blocks).train(training)
        _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, "three blocks with Dropout")
        layers[0].train(not training)
        layers[1].dropout.train(not training)
        what = f"three blocks with Dropout, training={training}, the first and the second's Dropout"
        what += f" alone training={not training}"
        try:
            _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, what)
        except NotImplementedError:
            raise
        except (Mismatch, RuntimeError) as error:  # two runs of a layer may differ in shapes, too
            fail(_first_line(error), "leave the mode as it is, each layer's own")


@pytest.mark.problem("checkpointed_forward")
def test_gives_the_same_in_other_dtypes(adapters, rng):
    layers = nn.Sequential(SineBlock(6, 20))
    _assert_like_plain(adapters, layers, rng.normal(5, 6), rng, "one block")
    for dtype in (torch.float64, torch.bfloat16):
        layers = nn.Sequential(*(SineBlock(6, 20) for _ in range(2)), nn.Tanh()).to(dtype)
        x = rng.normal(5, 6, dtype=dtype)
        try:
            _assert_like_plain(adapters, layers, x, rng, f"layers and x in {dtype}")
        except NotImplementedError:
            raise
        except RuntimeError as error:
            fail(
                f"layers and x in {dtype}: {_first_line(error)}",
                "give each layer its input in the dtype that it has",
            )


def _first_line(error):
    text = str(error) if isinstance(error, Mismatch) else describe_error(error)
    return text.partition("\n")[0]


def _watched(adapters, rng, training=True, frozen=(), again=False):
    """Return the trace of a chain whose first layers are wide inside, and its blocks' widths.

    Before the blocks come a layer of two layers and one that has no layers in it.
    """
    widths = [2000, 1900, 1800, 48, 40, 33]
    two = nn.Sequential(nn.Linear(DIM, 3000), nn.Linear(3000, DIM))
    blocks = [SineBlock(DIM, width) for width in widths]
    layers = nn.Sequential(two, nn.Tanh(), *blocks).train(training)
    for number in frozen:
        layers[number].requires_grad_(False)
    x, grad_output = rng.normal(BATCH, DIM), rng.normal(BATCH, DIM)
    expected = _plain(layers, x, grad_output)  # before the call, which may change the layers
    train = [param.requires_grad for param in layers.parameters()]
    observed = adapters.observed(trace=True, again=again)
    seen = observed.run_checkpointed_forward(layers, x, grad_output)
    result = seen.value
    if [param.requires_grad for param in layers.parameters()] != train:
        what = "which parameters require a gradient is not as before"
        fail(what, "leave the layers as they are, requires_grad included")
    if not again:  # a second call may add to the gradients of the first
        _assert_same(result, expected, "wide layers")
    return seen.trace, widths


def _result_bytes(widths) -> int:
    """Return the bytes, as a trace counts them, of what a pass through the chain returns."""
    inside = [3000, *widths]
    sizes = [size for width in inside for size in (width * DIM, width, DIM * width, DIM)]
    return sum(rounded(4 * size) for size in (*sizes, BATCH * DIM, BATCH * DIM))


def _runs(trace, width, name="aten.sin") -> list[int]:
    """Return where in the trace the layer of this width ran: its sine, or what else it takes."""
    return [
        i
        for i, op in enumerate(trace.ops)
        if op.name in (name, f"{name}_") and op.input_shapes[0] == [BATCH, width]
    ]


@pytest.mark.problem("checkpointed_forward")
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


@pytest.mark.problem("checkpointed_forward")
def test_runs_a_single_layer_again_in_any_dtype(adapters, rng):
    for dtype in (torch.float32, torch.float64, torch.bfloat16):
        layers = nn.Sequential(SineBlock(DIM, 48)).to(dtype)
        x, grad_output = (rng.normal(BATCH, DIM, dtype=dtype) for _ in range(2))
        expected = _plain(layers, x, grad_output)
        seen = adapters.observed(trace=True).run_checkpointed_forward(layers, x, grad_output)
        _assert_same(seen.value, expected, f"one layer in {dtype}")
        if len(times := _runs(seen.trace, 48)) != 2:
            text = f"the only layer, in {dtype}, ran {len(times)} times, not twice"
            fail(text, "a single layer has a checkpoint too, whatever its dtype")


@pytest.mark.problem("checkpointed_forward")
def test_leaves_nothing_for_the_next_call(adapters, rng):
    trace, widths = _watched(adapters, rng)
    if trace.retained_bytes > _result_bytes(widths) + BATCH * DIM * 4:
        fail(
            f"after backward {trace.retained_bytes} bytes are alive; what the call returned are "
            f"{_result_bytes(widths)}",
            "keep nothing once backward is through",
        )
    trace, widths = _watched(adapters, rng, again=True)
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


@pytest.mark.problem("checkpointed_forward")
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
