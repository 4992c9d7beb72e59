"""FLOPs of a chain of linear layers: handout §5.3 and §5.4."""

from itertools import pairwise, product
from math import prod

import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integer
from tests.harness.runtime.trace import Tracer

_TIMES_LAYERS = "the layers' FLOPs are added up; this multiplies the sum by their number, too"
_AROUND = "this counts a matrix between the last width and the first"
FACTOR = "this counts products alone; a multiplication and an addition are 2 FLOPs"


def _refuses(run, arguments, name, *values):
    mentions = [*name.split(" or "), *values, *(str(a) for a in arguments if isinstance(a, list))]
    assert_raises(
        lambda: run(*arguments), mentions=mentions, when=f"{name} is wrong in {arguments}"
    )


def _refuses_negative_sizes(run, bad):
    for arguments, name in (
        ((bad, [2, 3]), "batch"),
        ((bad, [3]), "batch"),
        ((bad, [0, 3]), "batch"),
        ((2, [3, bad, 4]), "dims"),
        ((2, [bad, 3]), "dims"),
        ((2, [3, bad]), "dims"),
        ((2, [bad]), "dims"),
        ((2, [3, bad, bad]), "dims"),
        ((2, [bad, 3, bad]), "dims"),
        ((2, [0, bad, 4]), "dims"),
        ((0, [3, bad]), "dims"),
        ((bad, [3, bad]), "batch or dims"),
    ):
        _refuses(run, arguments, name, bad)


def _chain(batch, dims, input_requires_grad=False, trainable=None):
    """Run a chain of linear layers in torch; return its forward and backward FLOPs."""
    weights = [torch.zeros(shape) for shape in pairwise(dims)]
    for weight, trained in zip(weights, trainable or [True] * len(weights), strict=True):
        weight.requires_grad_(trained)
    x = torch.zeros(batch, dims[0], requires_grad=input_requires_grad)
    with Tracer() as forward:
        for weight in weights:
            x = x @ weight
    with Tracer() as backward:
        if x.requires_grad:
            x.sum().backward()
    return forward.trace.flops, backward.trace.flops


@pytest.mark.problem("mlp_forward_flops")
def test_mlp_forward_flops_agrees_with_torch(adapters, rng):
    for layers in (6, 1, 2, 3):  # 2 and 3 times as much would be a backward pass's mistake, too
        batch, dims = rng.integer(2, 20), list(rng.shape(layers + 1, 2, 30))
        expected, _ = _chain(batch, dims)
        hints = {
            FACTOR: expected // 2,
            "these layers have no bias": expected + batch * sum(dims[1:]),
            "each output takes 2·k FLOPs here, not 2·k − 1": expected - batch * sum(dims[1:]),
            "this is the backward pass as well": 3 * expected,
            "this is the backward pass: 4 FLOPs for each parameter and row": 2 * expected,
            **({} if layers <= 3 else {_TIMES_LAYERS: expected * layers}),
            "every row of the batch takes the work": expected // batch,
            **({} if layers == 1 else {_AROUND: expected + 2 * batch * dims[-1] * dims[0]}),
            "this multiplies widths that are not neighbours": 2 * batch * dims[0] * dims[-1],
            "the last layer is missing": expected - 2 * batch * dims[-2] * dims[-1],
            "this multiplies all widths; each layer has its own product": 2 * batch * prod(dims),
            "each layer takes its input width times its output width": 2
            * batch
            * sum(d * d for d in dims[:-1]),
        }
        actual = adapters.run_mlp_forward_flops(batch, dims)
        assert_integer(actual, expected, misconceptions=hints, what=f"{batch} rows, {dims}")


@pytest.mark.problem("mlp_forward_flops")
def test_mlp_forward_flops_at_the_edges(adapters, rng):
    d, k = rng.shape(2, 2, 9)
    for batch, dims, expected in (
        (3, [d], 0),
        (0, [d, k], 0),
        (3, [d, k], 6 * d * k),
        (3, [0, k], 0),
        (3, [d, 0, k], 0),
        (3, [d, k, 0], 6 * d * k),
        (1, [1, 1], 2),
        (3, (d, k, 1), 6 * (d * k + k)),
    ):
        actual = adapters.run_mlp_forward_flops(batch, dims)
        assert_integer(actual, expected, what=f"{batch} rows, widths {dims}")


def _equal_layers(rng):
    """Return widths of chains in which layers are alike, as in most models."""
    d, k = rng.shape(2, 10, 30)
    return [d, d, d], [d, d, k], [d, k, d, k, d, k], [k] * 5, [512, 512, 128]


_ALIKE = "layers of equal widths all count: count each of them"


@pytest.mark.problem("mlp_forward_flops")
def test_mlp_forward_flops_of_equal_layers(adapters, rng):
    batch = rng.integer(2, 20)
    for dims in _equal_layers(rng):
        expected, _ = _chain(batch, dims)
        alike = {_ALIKE: 2 * batch * sum(d * k for d, k in {*pairwise(dims)})}
        actual = adapters.run_mlp_forward_flops(batch, dims)
        assert_integer(actual, expected, misconceptions=alike, what=f"{batch} rows, widths {dims}")


@pytest.mark.problem("mlp_forward_flops")
def test_mlp_forward_flops_is_exact_for_any_integers(adapters, rng):
    for kind, batch, d, k in rng.integer_sizes(3, 22):
        expected = 2 * int(batch) * (int(d) * int(k) + int(k))
        actual = adapters.run_mlp_forward_flops(batch, [d, k, kind(1)])
        assert_integer(actual, expected, what=f"{kind.__name__}s")


@pytest.mark.problem("mlp_forward_flops")
def test_mlp_forward_flops_refuses_bad_arguments(adapters, rng):
    for bad in (-1, -rng.integer(20, 99)):
        _refuses_negative_sizes(adapters.run_mlp_forward_flops, bad)
    for batch in (2, 0):
        _refuses(adapters.run_mlp_forward_flops, (batch, []), "dims")


def _backward_hints(batch, dims, input_requires_grad, trainable, expected):
    layers = [2 * batch * d * k for d, k in pairwise(dims)]
    forward, unneeded = sum(layers), 0 if input_requires_grad else layers[0]
    trainable = trainable or [True] * len(layers)
    weights = sum(f for f, trained in zip(layers, trainable, strict=True) if trained)
    _, reversed_flags = _chain(batch, dims, input_requires_grad, trainable[::-1])
    lowest = trainable.index(True) if True in trainable and not input_requires_grad else 0
    alone = "these are the weights' gradients alone; layers below need their outputs' too"
    flows = "a gradient flows down through frozen layers to the trainable ones below"
    below = weights > 0 and False in trainable[lowest:]
    reached = [input_requires_grad, *trainable[:-1]]
    stopped = weights + sum(f for f, needed in zip(layers, reached, strict=True) if needed)
    frozen = {
        **({flows: 2 * weights} if below else {}),
        "a frozen layer passes on what layers further down need": stopped,
        "a frozen layer needs no gradient for its weight": expected - weights + forward,
        "the lowest layer that trains needs no gradient for its input": expected + layers[lowest],
        "below the lowest trainable layer no gradients are needed": forward - unneeded + weights,
        "gradients flow down only as far as something needs them": forward + weights,
        **({alone: weights} if weights else {}),
    }
    twice = "this doubles each matmul; a backward matmul costs what the forward one does"
    unasked = _chain(batch, dims, False, trainable)[1] if input_requires_grad else -1
    return {
        **(frozen if False in trainable else {}),
        "trainable[0] is the first layer, the one next to the input": reversed_flags,
        "the input needs no gradient here, so its matmul is left out": 2 * forward,
        "the input's gradient is asked for here, and what is frozen passes it on": unasked,
        "a frozen layer's weight gets no gradient": 2 * forward - unneeded,
        "each weight's gradient is a matmul, and so is each gradient of a layer's input": forward,
        FACTOR: expected // 2,
        # With frozen layers other mistakes come to twice the number, too.
        **({} if False in trainable else {twice: 2 * expected}),
        "this counts the forward pass too": forward + expected,
    }


def _assert_backward(actual, batch, dims, input_requires_grad, trainable, expected):
    what = f"{batch} rows, widths {dims}, input_requires_grad={input_requires_grad}"
    if trainable is not None:
        what += f", trainable={trainable}"
    assert_integer(
        actual,
        expected,
        misconceptions=lambda: _backward_hints(
            batch, dims, input_requires_grad, trainable, expected
        ),
        what=what,
    )


@pytest.mark.problem("mlp_backward_flops")
def test_mlp_backward_flops_agrees_with_autograd(adapters, rng):
    # With 1 layer many mistakes give the same number, so 2 come first.
    for layers, input_requires_grad in product((2, 1, 5), (False, True)):
        batch, dims = rng.integer(2, 20), list(rng.shape(layers + 1, 2, 30))
        _, expected = _chain(batch, dims, input_requires_grad)
        actual = adapters.run_mlp_backward_flops(batch, dims, input_requires_grad)
        _assert_backward(actual, batch, dims, input_requires_grad, None, expected)


# "1" is a trainable layer, "0" a frozen one. "001" tells most mistakes apart, so it comes first.
FROZEN = ("001", "01", "10", "010", "100", "101", "0110", "01001", "0", "1", "00", "11", "00000")


@pytest.mark.problem("mlp_backward_flops")
def test_mlp_backward_flops_of_frozen_layers(adapters, rng):
    run = adapters.run_mlp_backward_flops
    for trained, input_requires_grad in product(FROZEN, (False, True)):
        trainable = [letter == "1" for letter in trained]
        batch, dims = rng.integer(2, 20), list(rng.shape(len(trainable) + 1, 2, 30))
        _, expected = _chain(batch, dims, input_requires_grad, trainable)
        kind = rng.choice((list, tuple))
        actual = run(batch, dims, input_requires_grad, kind(trainable))
        _assert_backward(actual, batch, dims, input_requires_grad, trainable, expected)


@pytest.mark.problem("mlp_backward_flops")
def test_mlp_backward_flops_of_equal_layers(adapters, rng):
    batch = rng.integer(2, 20)
    for dims, input_requires_grad in product(_equal_layers(rng), (True, False)):
        _, expected = _chain(batch, dims, input_requires_grad)
        alike = {_ALIKE: 4 * batch * sum(d * k for d, k in {*pairwise(dims)})}
        actual = adapters.run_mlp_backward_flops(batch, dims, input_requires_grad)
        what = f"{batch} rows, widths {dims}, input_requires_grad={input_requires_grad}"
        assert_integer(actual, expected, misconceptions=alike, what=what)


@pytest.mark.problem("mlp_backward_flops")
def test_mlp_backward_flops_at_the_edges(adapters, rng):
    d, k = rng.shape(2, 2, 9)
    run = adapters.run_mlp_backward_flops
    for batch in (3, 2):
        what = f"the weight's gradient of one layer, {batch} rows"
        assert_integer(run(batch, [d, k]), 2 * batch * d * k, what=what)
    for batch, dims in ((3, [d]), (0, [d, k]), (3, [0, k]), (3, [d, 0, k])):
        assert_integer(run(batch, dims, True), 0, what=f"{batch} rows, widths {dims}")
    assert_integer(run(3, [d], True, []), 0, what="no layers, trainable=[]")
    assert_integer(run(3, [d, k, 1], False, [False, True]), 6 * k, what="the first layer frozen")
    what = "all layers trained again, after a call with a frozen one"
    assert_integer(run(3, [d, k, 1]), 6 * (d * k + 2 * k), what=what)
    assert_integer(run(3, (d, k, 0), True, None), 12 * d * k, what=f"widths {(d, k, 0)}")


@pytest.mark.problem("mlp_backward_flops")
def test_mlp_backward_flops_is_exact_for_any_integers(adapters, rng):
    for kind, batch, d, k in rng.integer_sizes(3, 22):
        expected = 2 * int(batch) * (int(d) * int(k) + 2 * int(k))
        actual = adapters.run_mlp_backward_flops(batch, [d, k, kind(1)])
        assert_integer(actual, expected, what=f"{kind.__name__}s")


@pytest.mark.problem("mlp_backward_flops")
def test_mlp_backward_flops_refuses_bad_arguments(adapters, rng):
    run = adapters.run_mlp_backward_flops
    for bad in (-1, -rng.integer(20, 99)):
        _refuses_negative_sizes(run, bad)
        _refuses(run, (bad, [3, 4], False, [False]), "batch", bad)
        _refuses(run, (2, [3, bad], False, [False]), "dims", bad)
    for batch in (2, 0):
        _refuses(run, (batch, []), "dims")
    for trainable in ([], [True], [True, False, True]):
        _refuses(run, (2, [3, 4, 5], False, trainable), "trainable")
    _refuses(run, (2, [3], False, [True]), "trainable")
