"""What a step leaves behind, and what it leaves alone: handout §9."""

from dataclasses import replace

import pytest
import torch
from torch import Tensor

from tests.harness.checks.values import assert_same_elements, shares_storage
from tests.harness.expected.optim import (
    FLOATS,
    STEPS,
    Steps,
    accepts_hyperparameters,
    check_form,
    clone_parameters,
    draw_gradients,
    draw_hyperparameters,
    draw_parameters,
    each_optimizer,
    run_steps,
)
from tests.harness.expected.optim_mistakes import assert_updated
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe, describe_error

COUNT_CAST = (
    "is the count of steps a tensor? Loading makes it the parameter's dtype; a Python int stays"
)

STATE_CAST = "state has the dtype of its parameter, to which loading casts it"

# Tensors of a parameter's own size in its state.
TENSORS = {"sgd": 1, "adagrad": 1, "rmsprop": 1, "adam": 2, "adamw": 2}


def _assert_same_state(actual, expected, what) -> None:
    """Assert that two states hold the same names and numbers."""
    if isinstance(expected, dict):
        if not isinstance(actual, dict) or actual.keys() != expected.keys():
            fail(f"{what}: the state is {describe(actual)}, expected {describe(expected)}")
        for key in expected:
            _assert_same_state(actual[key], expected[key], f"{what}, state {key!r}")
    elif isinstance(expected, Tensor):
        value = actual if isinstance(actual, Tensor) else torch.as_tensor(actual)
        assert_same_elements(value.detach().double(), expected.detach().double(), what=what)
    elif isinstance(expected, list | tuple):
        _assert_same_state(dict(enumerate(actual)), dict(enumerate(expected)), what)
    elif actual != expected:
        fail(f"{what}: got {describe(actual)}, expected {describe(expected)}")


def _cast(loaded, state) -> str:
    """Return a hint if loading cast a tensor of the state to the parameter's dtype; "" if not."""
    pairs = [(loaded.get(key), value) for key, value in state.items()]
    both = [pair for pair in pairs if all(isinstance(value, Tensor) for value in pair)]
    sizes = [before.numel() for after, before in both if after.dtype != before.dtype]
    return "" if not sizes else COUNT_CAST if max(sizes) <= 1 else STATE_CAST


def _same_objects(actual, params) -> bool:
    """Return whether these are the parameters themselves; adapters may step on copies of them."""
    return all(a is b for a, b in zip(actual, params, strict=True))


@each_optimizer
def test_parameters_change_in_place(adapters, rng, name):
    given = draw_hyperparameters(name, rng)
    params, bases = draw_parameters(rng)
    before, untouched = clone_parameters(params), [base.clone() for base in bases]
    grads = draw_gradients(rng, params)
    result = check_form(adapters.run_optimizer(name, params, grads, given))
    steps = Steps(name, before, grads, given)
    assert_updated([param.detach() for param in result["params"]], steps)
    if not _same_objects(result["params"], params):
        return
    for i, (param, base) in enumerate(zip(params, bases, strict=True)):
        if not shares_storage(param, base):
            fail(
                f"parameter {i} has new memory after the steps: whoever looks into the old sees no "
                "change",
                "write into the tensor that is there, with an in-place operation",
            )
    first_two = replace(steps, params=before[:2], grads=[row[:2] for row in grads])
    assert_updated([bases[0], bases[1].T], first_two)
    if not torch.equal(bases[2][:1], untouched[2][:1]):
        fail("elements beside the parameter, in the storage that it is a view of, changed")


@each_optimizer
def test_gradients_are_left_alone(adapters, rng, name):
    for call in "step()", "step(closure)":
        params, _ = draw_parameters(rng)
        grads = draw_gradients(rng, params)
        last = [grad if grad is None else grad.clone() for grad in grads[-1]]
        given = draw_hyperparameters(name, rng)
        if call == "step()":
            result = check_form(adapters.run_optimizer(name, params, grads, given))
        else:
            losses = [torch.zeros(())] * STEPS
            seen = adapters.observed().run_optimizer_closure(name, params, grads, given, losses)
            if seen.error is not None:
                return  # test_step_with_a_closure says so
            result = seen.value
        if not _same_objects(result["params"], params):
            return
        for i, (param, grad) in enumerate(zip(params, last, strict=True)):
            if (param.grad is None) != (grad is None):
                fail(
                    f"after {call}, .grad of parameter {i} is {describe(param.grad)}; "
                    f"it was {describe(grad)}",
                    "a step neither clears nor replaces gradients",
                )
            if grad is not None:
                assert_same_elements(param.grad, grad, what=f".grad of parameter {i} after {call}")


@each_optimizer
def test_resumed_is_bit_identical(adapters, rng, name):
    given = draw_hyperparameters(name, rng)
    params, _ = draw_parameters(rng, FLOATS)
    grads = draw_gradients(rng, params)
    steps = Steps(name, params, grads, given)
    expected = run_steps(adapters, steps)
    for resume_at in (0, rng.integer(1, STEPS - 1)):
        actual = run_steps(adapters, steps, resume_at=resume_at)
        for i in range(len(params)):
            what = f"parameter {i}, rebuilt from its state_dict at step {resume_at}"
            param = actual["params"][i].detach()
            cast = _cast(actual["state"][i], expected["state"][i])
            assert_same_elements(
                param,
                expected["params"][i].detach(),
                misconceptions={cast: param} if cast else {},
                what=f"{what} (self.state[param] and its param group hold all that a step needs)",
            )
            _assert_same_state(actual["state"][i], expected["state"][i], what)


@each_optimizer
def test_state_is_made_on_the_parameters_device(adapters, rng, name):
    given, params = draw_hyperparameters(name, rng), [rng.normal(3, 2).requires_grad_()]
    steps = Steps(name, clone_parameters(params), [[rng.normal(3, 2)] for _ in range(2)], given)
    seen = adapters.observed(trace=True).run_optimizer(name, params, steps.grads, given)
    assert_updated(check_form(seen.value)["params"], steps)
    if not seen.trace.creations:
        return  # torch's first step on meta takes a quarter of a second
    params = [torch.empty(3, 2, device="meta", requires_grad=True)]
    grads = [[torch.empty(3, 2, device="meta")] for _ in range(2)]
    seen = adapters.observed().run_optimizer(name, params, grads, given)
    what, hint = (
        "of a parameter on another device than the CPU",
        "torch.zeros_like takes its device",
    )
    if seen.error is not None:
        if "expected device" in str(seen.error) or "same device" in str(seen.error):
            fail(f"{what}: {describe_error(seen.error)}", hint)
        return  # it looks at numbers, of which a tensor on meta has none
    for key, value in check_form(seen.value)["state"][0].items():
        if isinstance(value, Tensor) and value.numel() > 1 and value.device.type != "meta":
            fail(f"{what} the state {key!r} is {describe(value)}", hint)


def _size(value) -> int:
    """Return how many numbers a piece of state holds."""
    if isinstance(value, dict | list | tuple):
        return sum(map(_size, value.values() if isinstance(value, dict) else value))
    return torch.as_tensor(value).numel() if not isinstance(value, str | None) else 0


@each_optimizer
def test_state_is_kept_with_its_parameter(adapters, rng, name):
    params, _ = draw_parameters(rng)
    given = draw_hyperparameters(name, rng)
    result = run_steps(adapters, Steps(name, params, draw_gradients(rng, params), given))
    count = "two tensors" if TENSORS[name] == 2 else "one tensor"
    for i, (param, state) in enumerate(zip(params, result["state"], strict=True)):
        if _size(state) < param.numel():
            fail(
                f"after {STEPS} steps, self.state of parameter {i}, {describe(param.detach())}, is "
                f"{describe(state)}",
                "what a step leaves for the next is in self.state[param]",
            )
        if param.numel() >= 8 and _size(state) >= (TENSORS[name] + 1) * param.numel():
            fail(
                f"after {STEPS} steps, self.state of parameter {i}, {describe(param.detach())}, is "
                f"{describe(state)}",
                f"{name} keeps {count} of its parameter's size, and a number or two besides",
            )


def _tensors(state) -> list[str]:
    """Return the names of a state's tensors, but for those of one number, such as a count."""
    return [key for key, value in state.items() if isinstance(value, Tensor) and value.numel() > 1]


@pytest.mark.problem("sgd")
def test_plain_sgd(adapters, rng):
    params, _ = draw_parameters(rng, FLOATS)
    grads = draw_gradients(rng, params)
    for given in ({"lr": rng.uniform(0.1, 1.0)}, {"lr": 0.3, "momentum": 0.0}):
        steps = Steps("sgd", params, grads, given)
        result = run_steps(adapters, steps)
        assert_updated(result["params"], steps)
        for state in result["state"]:
            if kept := _tensors(state):
                fail(
                    f"plain SGD keeps {', '.join(map(repr, kept))} for a parameter",
                    "without momentum there is nothing to remember",
                )


@pytest.mark.problem("sgd")
def test_plain_sgd_beside_a_group_with_momentum(adapters, rng):
    params, _ = draw_parameters(rng)
    grads = draw_gradients(rng, params)
    for plain in (1, 0):
        momentum = [0.0 if i % 2 == plain else rng.uniform(0.3, 0.9) for i in range(len(params))]
        given = {"lr": [rng.uniform(0.1, 0.5)] * len(params), "momentum": momentum}
        steps = Steps("sgd", params, grads, given)
        if not accepts_hyperparameters(adapters, steps):
            return
        result = run_steps(adapters, steps)
        assert_updated(result["params"], steps)
        for i in range(plain, len(params), 2):
            if kept := _tensors(result["state"][i]):
                fail(
                    f"SGD keeps {', '.join(map(repr, kept))} for parameter {i}, whose param group "
                    "has momentum 0; other groups have more",
                    "each group's own momentum says whether there is anything to remember",
                )


@pytest.mark.problem("adam")
def test_a_long_run_in_bfloat16_resumes_bit_identically(adapters, rng):
    # In bfloat16, to which loading casts tensors, 256 + 1 is 256.
    given = {"lr": 0.1, "betas": (0.5, 0.9999), "eps": 0.1}
    params = [rng.normal(20).bfloat16().requires_grad_()]
    grads: list[list[Tensor | None]] = [[rng.normal(20).bfloat16()] for _ in range(330)]
    steps = Steps("adam", params, grads, given)
    expected, actual = run_steps(adapters, steps), run_steps(adapters, steps, resume_at=300)
    for key, value in expected["state"][0].items():
        if isinstance(value, Tensor) and value.numel() == 1 and value == 256:
            fail(
                f"after 330 steps, the state {key!r} is {describe(value)}",
                "does it count the steps? 256 + 1 is 256 in bfloat16; count in a Python int",
            )
    what = "the parameter after 330 steps, rebuilt from its state_dict at step 300"
    finals = [result["params"][0].detach() for result in (actual, expected)]
    try:
        assert_same_elements(*finals, what=what)
    except AssertionError as error:
        fail(str(error).splitlines()[0], COUNT_CAST)
