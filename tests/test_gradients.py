"""Gradients of one linear layer and of an MLP, by hand: handout §5.9 and §5.10."""

from functools import partial
from itertools import pairwise

import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.expected.gradients import (
    assert_by_hand,
    assert_gradient,
    assert_mlp,
    assert_mlp_flops,
    linear_gradients,
    linear_mistakes,
    mlp_pass,
)
from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.plugin.inputs import layouts
from tests.harness.runtime.describe import describe

TIED = "a tensor may be the weight of two layers: each has an input and a gradient of its own"
DTYPES = (torch.float64, torch.float32, torch.bfloat16)


def _draw(rng, *shape, dtype):
    """Draw normal numbers in float64, and in other dtypes -1, 0 and 1, whose sums are exact."""
    numbers = rng.normal(*shape, dtype=torch.float64)
    return numbers if dtype == torch.float64 else numbers.round().clamp(-1, 1).to(dtype)


def _laid_out(rng, x):
    """Return x in some memory layout."""
    return rng.choice(list(layouts(x).values()))


def _check_linear(adapters, rng, leading, d_in, d_out, dtype):
    x, w, grad_output = (
        _laid_out(rng, _draw(rng, *shape, dtype=dtype))
        for shape in ((*leading, d_in), (d_in, d_out), (*leading, d_out))
    )
    # Gradients may be disabled where the caller is, and stay so.
    conditions = {"calls": True, "no_grad": not leading}
    seen = adapters.observed(**conditions).run_linear_backward(x, w, grad_output)
    pair = seen.value
    assert_by_hand(seen)
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        fail(f"expected the gradients of x and of w, got {describe(pair)}")
    for i, expected in enumerate(linear_gradients(x, w, grad_output)):
        mistakes = partial(linear_mistakes, i, x, w, grad_output)
        assert_gradient(pair[i], expected, dtype, mistakes, f"the gradient of {'xw'[i]}")


@pytest.mark.problem("linear_backward")
def test_linear_backward_agrees_with_autograd(adapters, rng):
    d_in, d_out, n = rng.numpy.permutation([3, 4, 5])
    for dtype in DTYPES:
        for leading in ((n,), (2, n), (), (1,), (3, 1, 2), (n, n)):
            _check_linear(adapters, rng, leading, d_in, d_out, dtype)
    for leading in ((n,), (n, n), (2, n, n)):  # a transposed gradient has the right shape here
        _check_linear(adapters, rng, leading, n, n, torch.float64)


@pytest.mark.problem("linear_backward")
def test_linear_backward_of_empty_tensors(adapters, rng):
    d, k = rng.shape(2, 2, 5)
    for leading in ((0,), (2, 0), (3,), ()):
        for d_in, d_out in ((d, k), (0, k), (d, 0), (1, 1)):
            _check_linear(adapters, rng, leading, d_in, d_out, torch.float32)


@pytest.mark.problem("linear_backward")
def test_linear_backward_refuses_other_leading_dims(adapters, rng):
    d_in, d_out = rng.shape(2, 2, 5)
    for of_x, of_grad in (
        ((7,), (8,)),
        ((7, 8), (8, 7)),
        ((7, 8), (56,)),
        ((7, 8), (7, 9)),
        ((7, 8), (7, 1)),
        ((1,), (7,)),
        ((7,), (1,)),
        ((7, 8), (8,)),
        ((), (7,)),
        ((7,), ()),
        ((1, 7), (7,)),
        ((0, 7), (7, 0)),
    ):
        x, w = rng.normal(*of_x, d_in), rng.normal(d_in, d_out)
        grad_output = rng.normal(*of_grad, d_out)
        assert_raises(
            lambda x=x, w=w, grad=grad_output: adapters.run_linear_backward(x, w, grad),
            mentions=[{"x", "grad_output"}, {*of_x, *of_grad}],
            when=f"the leading dims of x are {of_x}, and those of grad_output {of_grad}",
        )


# "1" is a trainable layer, "0" a frozen one; "" is trainable=None, for three layers.
FROZEN = ("", "001", "01", "10", "010", "100", "0110", "01001", "0", "1", "00", "11")


def _check_mlp(
    adapters, rng, batch, dims, trained, input_requires_grad, dtype=torch.float64, tied=False
):
    x, *weights, grad_output = (
        _laid_out(rng, _draw(rng, *shape, dtype=dtype))
        for shape in ((batch, dims[0]), *pairwise(dims), (batch, dims[-1]))
    )
    if dtype != torch.float64 and dims[0] and dims[1]:
        weights[0][:, 0] = 0  # the first unit is at 0 in every row
    if tied:
        weights[1:] = [weights[0]] * (len(weights) - 1)
    flags = [letter == "1" for letter in trained or "1" * len(weights)]
    kind = rng.choice((list, tuple))
    given = x, kind(weights), grad_output
    asked = kind(flags) if trained else None
    watched = {"trace": True, "calls": True, "no_grad": batch == 1}
    conditions = watched if batch else {"overwrite_result": True}
    seen = adapters.observed(**conditions).run_mlp_gradients(*given, asked, input_requires_grad)
    actual = seen.value
    assert_by_hand(seen)
    what = f"widths {list(map(int, dims))}, trainable={asked}, "
    what += f"input_requires_grad={input_requires_grad}"
    what += ", one tensor for all weights" if tied else ""
    expected, flops = mlp_pass(*given, flags, input_requires_grad)
    try:
        assert_mlp(actual, expected, given, dtype, what)
    except Mismatch as failure:
        fail(failure.message, *(failure.hints or [TIED] * tied))
    assert_mlp_flops(seen, flops, dims, batch, what)


@pytest.mark.problem("mlp_gradients")
def test_mlp_gradients_agree_with_autograd(adapters, rng):
    for trained in FROZEN:
        for input_requires_grad in (False, True) if len(trained) < 3 else (rng.integer(0, 1) == 1,):
            dims = rng.shape(len(trained or "111") + 1, 2, 6)
            batch = rng.integer(2, 6)
            _check_mlp(adapters, rng, batch, dims, trained, input_requires_grad)


@pytest.mark.problem("mlp_gradients")
def test_mlp_gradients_of_other_dtypes_and_sizes(adapters, rng):
    d = rng.integer(3, 4)
    for dtype in DTYPES[1:]:
        for batch in (5, 1, 0):
            _check_mlp(adapters, rng, batch, (4, 4, 3), "", True, dtype)  # 64 at most
            if dtype == torch.float32:
                _check_mlp(adapters, rng, batch, (d, d, d), "10", False, dtype)
            else:  # of -1, 0 and 1 all hidden units could be 0, and hide what tied weights show
                _check_mlp(adapters, rng, batch, (d, d, d), "11", False, tied=True)
    for dims in ((0, d, 2), (d, 0, 2), (d, 2, 0), (1, 1, 1)):
        _check_mlp(adapters, rng, 3, dims, "", True)


@pytest.mark.problem("mlp_gradients")
def test_mlp_gradients_refuse_flags_of_another_number(adapters, rng):
    for batch in (3, 0):
        x, weights = rng.normal(batch, 4), [rng.normal(4, 4), rng.normal(4, 2)]
        for trainable in ([], [True], (True, False, True), [False] * 3):
            assert_raises(
                lambda x=x, weights=weights, trainable=trainable: adapters.run_mlp_gradients(
                    x, weights, torch.ones(len(x), 2), trainable
                ),
                mentions=["trainable", "flag", len(trainable), tuple(trainable)],
                when=f"there are 2 layers, and trainable is {trainable}",
            )
