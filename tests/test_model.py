"""The deep linear model: handout §7.2."""

import re
from contextlib import contextmanager

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_close
from tests.harness.expected.model import assert_cruncher_start
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import layouts
from tests.harness.runtime.describe import describe_error

KEPT = "keep nothing of one call for the next"


def _state(rng, dim, num_layers):
    """Return random weights of a cruncher, of a size that keeps numbers near 1."""
    scale = max(dim, 1) ** -0.5
    state = {f"layers.{i}.weight": rng.normal(dim, dim) * scale for i in range(num_layers)}
    return {**state, "final.weight": rng.normal(dim, 1) * scale}


def _chain(x, weights, between=lambda h: h):
    x = x.double()
    for weight in weights:
        x = between(x @ weight.double())
    return x


def _cruncher_mistakes(state, x):
    """Return what mistakes give before the head is applied."""
    *layers, final = state.values()
    mistakes = {
        "this is x @ weight.T; each layer should be x @ weight": _chain(x, [w.mT for w in layers]),
        "the layers should run in the order of their numbers, 2 before 10": _chain(
            x, [state[name] for name in sorted(state) if name != "final.weight"]
        ),
        "here the layers run backwards; they should run in the order of their numbers": _chain(
            x, layers[::-1]
        ),
        "this puts a ReLU between the layers; nothing belongs there": _chain(x, layers, torch.relu),
        "this puts a tanh between the layers; nothing belongs there": _chain(x, layers, torch.tanh),
        "this adds each layer's input to its output; the output should go on alone": _chain(
            x, [w + torch.eye(len(w)) for w in layers]
        ),
        "here the last square layer is left out; all num_layers should run": _chain(x, layers[:-1]),
        "here the first square layer is left out; all num_layers should run": _chain(x, layers[1:]),
        "here no square layer runs; all num_layers should": x.double(),
    }
    if layers:
        text = "here one layer runs several times; each should have a weight of its own"
        mistakes[text] = _chain(x, [layers[-1]] * len(layers))
    return {text: (h @ final.double()).squeeze(-1) for text, h in mistakes.items()}


@contextmanager
def _errors_explained(x):
    """Say what it means that the weights do not fit the model, or a product not x."""
    try:
        yield
    except Exception as error:
        text = str(error)
        if "loading state_dict" in text:
            fail(f"the weights do not fit the Cruncher: {text}", *_loading_hints(text))
        rows = re.search(r"shapes cannot be multiplied \(\d+x\d+ and (\d+)x", text)
        if rows and int(rows[1]) not in (*x.shape, 1):
            fail(f"{describe_error(error)}; no weight of this call has {rows[1]} rows", KEPT)
        raise


def _loading_hints(text):
    if '.bias"' in text:
        yield "the layers have no bias"
    elif "Missing key" in text and "Unexpected key" not in text:
        yield (
            "a Cruncher has layers.0.weight, layers.1.weight and so on, num_layers of them, and "
            "final.weight: no other parameter and no buffer"
        )
    elif "Missing key" in text:
        yield "name the parameters layers.0.weight, layers.1.weight and so on, and final.weight"
    elif "Unexpected key" in text:
        if "final.weight" in text:
            yield "a weight is registered as an nn.Parameter; a plain tensor is not"
        else:
            yield "layers in a plain list are not registered: put them into an nn.ModuleList"
    if "size mismatch" in text:
        yield "a weight is (in, out), for x @ weight; nn.Linear's is the transpose, (out, in)"


def _check_cruncher(adapters, dim, num_layers, state, x):
    with _errors_explained(x):
        result = adapters.run_cruncher(dim, num_layers, state, x)
    _assert_output(result, dim, num_layers, state, x)


def _assert_output(result, dim, num_layers, state, x):
    exact = _chain(x.detach(), state.values())
    sizes = _chain(x.detach().abs(), [weight.abs() for weight in state.values()])
    what = f"the output for dim {dim}, {num_layers} layers, batch {len(x)}"
    if type(result) is torch.Tensor and result.shape == (len(x), 1) != (len(x),):
        fail(f"{what} has shape {tuple(result.shape)}", "the head's dim of size 1 goes away")
    if type(result) is torch.Tensor and result.shape == () and len(x) == 1:
        fail(f"{what} has shape (), expected (1,)", "the last dim alone goes: squeeze(-1)")
    assert_close(
        result,
        exact.squeeze(-1),
        dtype=torch.float32,
        length=(num_layers + 1) * dim,
        magnitude=sizes.squeeze(-1),
        misconceptions=_cruncher_mistakes(state, x.detach()) if min(x.shape) > 1 else None,
        what=what,
    )


@pytest.mark.problem("cruncher")
def test_cruncher_multiplies_through_its_layers(adapters, rng):
    for num_layers in (3, 12, 1, 0):  # few layers tell few mistakes apart
        batch, dim = rng.shape(2, 3, 20)
        state = _state(rng, dim, num_layers)
        _check_cruncher(adapters, dim, num_layers, state, rng.normal(batch, dim))


@pytest.mark.problem("cruncher")
def test_cruncher_can_be_trained(adapters, rng):
    batch, dim = rng.shape(2, 3, 9)
    for num_layers in (2, 0):
        state, x = _state(rng, dim, num_layers), rng.normal(batch, dim)
        with _errors_explained(x):
            found = adapters.run_cruncher_trained(dim, num_layers, state, x)
        for output, fresh in found["outputs"]:
            if not torch.allclose(output, fresh, rtol=1e-3, equal_nan=True):
                fail(
                    "after its weights changed in place, as in training, a Cruncher should give "
                    "what a new one with these weights gives",
                    KEPT,
                )
        if still := sorted(state.keys() - found["trained"]):
            fail(f"no training would change {still[0]}: it gets no gradient")
        if found["shared"]:
            fail("two Crunchers share a parameter", "__init__ must make new ones")
        _check_cruncher(adapters, dim, num_layers, state, x.clone().requires_grad_())
    dtype = adapters.run_cruncher_of_float64(dim, 2, rng.normal(batch, dim).double()).dtype
    if dtype != torch.float64:
        fail(f"a Cruncher of float64 weights gives {dtype} for a float64 x")


@pytest.mark.problem("cruncher")
def test_cruncher_starts_with_weights_as_init_weight_draws_them(adapters, rng):
    dim = rng.integer(120, 150)  # so many elements that they tell how they are drawn
    assert_cruncher_start(adapters.run_cruncher_start(dim, 2))


@pytest.mark.problem("cruncher")
def test_cruncher_of_sizes_0_and_1(adapters, rng):
    for num_layers in (0, 2):
        for batch, dim in ((1, 5), (7, 1), (1, 1), (0, 4), (3, 0)):
            state, x = _state(rng, dim, num_layers), rng.normal(batch, dim)
            _check_cruncher(adapters, dim, num_layers, state, x)


@pytest.mark.problem("cruncher")
def test_cruncher_takes_any_layout_and_any_integer(adapters, rng):
    batch, dim = rng.shape(2, 3, 9)
    x, states = rng.normal(batch, dim), _state(rng, dim, 2)
    for layout, laid_out in layouts(x).items():
        state = {name: layouts(weight)[layout] for name, weight in states.items()}
        _check_cruncher(adapters, np.int64(dim), np.int32(2), state, laid_out)
    _check_cruncher(adapters, dim, 2, states, rng.normal(1, dim).expand(batch, dim))


@pytest.mark.problem("cruncher")
def test_cruncher_initializes_from_the_global_generator(adapters, rng):
    dim = rng.integer(3, 9)
    state, x = _state(rng, dim, 2), rng.normal(2, dim)
    ends = set()
    for _ in range(2):
        seen = adapters.observed(seed=rng.seed()).run_cruncher(dim, 2, state, x)
        with _errors_explained(x):
            result = seen.value
        _assert_output(result, dim, 2, state, x)
        before, after = seen.generators["torch"]
        if before == after:
            fail(
                "building a Cruncher drew nothing from torch's global generator",
                "initialize the weights from it, so that torch.manual_seed decides them",
            )
        others = [name for name in ("python", "numpy") if len(set(seen.generators[name])) > 1]
        if others:
            fail(
                f"building a Cruncher drew from the global generator of {others[0]}",
                "draw from torch's alone, so that torch.manual_seed decides all weights",
            )
        ends.add(after)
    if len(ends) == 1:
        fail("whatever the seed, torch's global generator ends up the same", "do not seed it")


@pytest.mark.problem("cruncher")
def test_cruncher_refuses_negative_sizes(adapters, rng):
    bad = -rng.integer(20, 99)
    cases = ((bad, 2, "dim"), (3, bad, "num_layers"), (-1, 2, "dim"), (3, -1, "num_layers"))
    for dim, num_layers, name in cases:
        wrong = min(dim, num_layers)
        assert_raises(
            lambda dim=dim, num_layers=num_layers: adapters.run_cruncher(
                dim, num_layers, _state(rng, 3, num_layers), rng.normal(2, 3)
            ),
            mentions=[name, wrong],
            when=f"{name} is {wrong}",
        )
