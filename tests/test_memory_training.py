"""Bytes that training takes, and how many parameters fit: handout §2."""

import numpy as np
import pytest

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integer
from tests.harness.expected.memory_training import (
    OPTIMIZER_VALUES,
    assert_training_sizes,
    choices,
    training_sizes,
)
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe


def _check_training_bytes(adapters, parameters, activations, optimizer, precision):
    actual = adapters.run_training_bytes(parameters, activations, optimizer, precision)
    assert_training_sizes(actual, int(parameters), int(activations), optimizer, precision)


@pytest.mark.problem("training_bytes")
def test_training_bytes(adapters, rng):
    for names in choices():
        for parameters in (rng.integer(1, 10**6), 0, 2**60 + 1, np.int32(rng.integer(1, 10**6))):
            for activations in (rng.integer(1, 10**6), 0):
                given = parameters, type(parameters)(activations)
                _check_training_bytes(adapters, *given, *names)


@pytest.mark.problem("training_bytes")
def test_training_bytes_keeps_nothing_for_the_next_call(adapters, rng):
    arguments = (rng.integer(1, 10**6), rng.integer(1, 10**6), "adam", "float32")
    _check_training_bytes(adapters, *arguments)
    after = adapters.observed(overwrite_result=True).run_training_bytes(*arguments).value
    if after != training_sizes(*arguments):
        fail(
            f"after the caller changed an earlier result, the next one is {describe(after)}",
            "make a new dict each time",
        )


@pytest.mark.problem("training_bytes")
def test_training_bytes_refuses_bad_arguments(adapters, rng):
    bad = -rng.integer(2, 99)
    for arguments, mentions in (
        ((-1, 0, "adam", "float32"), ["num_parameters", -1]),
        ((bad, 0, "adam", "float32"), ["num_parameters", bad]),
        ((bad, 1000, "adam", "float32"), ["num_parameters", bad]),
        ((0, -1, "adam", "float32"), ["num_activations", -1]),
        ((0, bad, "adam", "float32"), ["num_activations", bad]),
        ((1000, bad, "adam", "float32"), ["num_activations", bad]),
        ((bad, -1, "adam", "float32"), [{"num_parameters", "num_activations"}, {bad, -1}]),
        *(((bad, 1, *names), ["num_parameters", bad]) for names in choices()),
        *(((1, bad, *names), ["num_activations", bad]) for names in choices()),
        *_unknown_names(),
    ):
        assert_raises(
            lambda arguments=arguments: adapters.run_training_bytes(*arguments),
            mentions=mentions,
            when=f"the arguments are {arguments}",
        )


def _unknown_names():
    """Give arguments with an unknown name, and what the error must mention."""
    optimizers = ("lion", "adamw", "ada", "nadam", "sgdm", "Adam", "")
    precisions = ("float8", "float16", "float", "bf16", "int32", "fp32", "bfloat8", "Float32")
    precisions += ("float64", "fp16", "mixed")
    for count in (1, 0):
        for name in optimizers if count else optimizers[:2]:
            yield (count, 1, name, "float32"), ["optimizer", name]
        for name in precisions if count else precisions[:2]:
            yield (1, count, "adam" if count else "sgd", name), ["precision", name]
    yield (0, 0, "lion", "float32"), ["optimizer", "lion"]
    yield (0, 0, "adam", "float8"), ["precision", "float8"]
    yield (1, 1, "lion", "float8"), [{"optimizer", "precision"}, {"lion", "float8"}]


def _wrong_sizes(optimizer, precision):
    """Return mistakes, and the bytes a parameter takes by each; none that others also give."""
    one = training_sizes(1, 1, optimizer, precision)
    each = one["total"] - one["activations"]
    sizes = {"": each}
    if optimizer == "adam":  # which is asked about first
        text = "activations come on top, and are not counted here"
        if precision == "bfloat16":  # gradients in float32 come to as much
            text = f"this is 2 bytes a parameter too many: gradients are bfloat16 here, and {text}"
        sizes[text] = one["total"]
    else:
        adam = training_sizes(1, 0, "adam", precision)["total"]
        sizes["this counts Adam's state whatever the optimizer"] = adam
    if precision == "float32":
        sizes |= {
            f"this divides by 4; a parameter takes {each} bytes, with its gradient and state": 4,
            "this leaves out the gradients": each - one["gradients"],
            "this leaves out the optimizer's state": each - one["optimizer_state"],
        }
    else:
        half = training_sizes(1, 0, optimizer, "float32")["total"] // 2
        sizes |= {
            # With Adam, state in bfloat16 saves as much.
            "the float32 master copy of bfloat16 parameters takes 4 bytes too, and so does state": (
                each - 4
            ),
            "bfloat16 does not halve all: state and a master copy stay float32": half,
        }
    found = list(sizes.values())
    return {text: size for text, size in sizes.items() if found.count(size) == 1 and text}


def _check_max_parameters(adapters, optimizer, precision, devices, memory):
    each = training_sizes(1, 0, optimizer, precision)["total"]
    actual = adapters.run_max_parameters(devices, memory, optimizer, precision)
    devices, memory = int(devices), int(memory)
    hint = "the bytes are converted from GB to GiB; take them as they are"
    gib = {hint: devices * memory * 2**30 // 10**9 // each}
    sizes = _wrong_sizes(optimizer, precision)
    assert_integer(
        actual,
        devices * memory // each,
        misconceptions={
            "this rounds down for each device; the memory is pooled": devices * (memory // each),
            **{text: devices * memory // size for text, size in sizes.items()},
            "this leaves the number of devices out": memory // each,
            "this rounds up; so many do not fit": -(-devices * memory // each),
            "one more fits": devices * memory // each - 1,
            **(gib if memory >= 10**9 else {}),
        },
        what=f"{devices} devices of {memory} bytes, {optimizer} in {precision}",
    )


@pytest.mark.problem("max_parameters")
def test_max_parameters(adapters, rng):
    # With Adam parameters, gradients and state differ most, so it comes first.
    for optimizer, precision in sorted(choices(), key=lambda each: -OPTIMIZER_VALUES[each[0]]):
        each = training_sizes(1, 0, optimizer, precision)["total"]
        for devices, memory in (
            (8, 80_000_000_000),
            (3, 2 * each - 1),
            (1, each - 1),
            (rng.integer(1, 9), rng.integer(1, 10**6)),
            (1, 2**60 + 7),
        ):
            _check_max_parameters(adapters, optimizer, precision, devices, memory)
    for devices, memory in (
        (0, 99),
        (4, 0),
        (np.int32(5), np.int64(rng.integer(1, 10**6))),
    ):
        _check_max_parameters(adapters, "adam", "float32", devices, memory)


@pytest.mark.problem("max_parameters")
def test_max_parameters_refuses_bad_arguments(adapters, rng):
    bad = -rng.integer(2, 99)
    for arguments, mentions in (
        ((-1, 1, "adam", "float32"), ["num_devices", -1]),
        ((bad, 1, "adam", "float32"), ["num_devices", bad]),
        ((bad, 0, "adam", "float32"), ["num_devices", bad]),
        ((1, -1, "adam", "float32"), ["bytes_per_device", -1]),
        ((1, bad, "adam", "float32"), ["bytes_per_device", bad]),
        ((0, bad, "adam", "float32"), ["bytes_per_device", bad]),
        ((bad, -1, "adam", "float32"), [{"num_devices", "bytes_per_device"}, {bad, -1}]),
        *_unknown_names(),
    ):
        assert_raises(
            lambda arguments=arguments: adapters.run_max_parameters(*arguments),
            mentions=mentions,
            when=f"the arguments are {arguments}",
        )
