"""Many devices: shards of the training state, and sums over a ring. Handout §12.5 and §12.6."""

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.expected.memory_training import choices
from tests.harness.expected.parallel import (
    assert_ring_bytes,
    assert_ring_sums,
    assert_round_counts,
    assert_zero_bytes,
    zero_sizes,
)
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import layouts
from tests.harness.runtime.describe import describe


@pytest.mark.problem("zero_bytes")
def test_zero_bytes(adapters, rng):
    for optimizer, precision in choices():
        for stage in range(4):
            devices = rng.integer(3, 99)
            more = (
                (2**60 + 2 * rng.integer(1, 99) + 1, 3),
                (rng.integer(1, 99), 1),
                (0, devices),
                (np.int32(rng.integer(1, 10**6)), np.int64(devices)),
            )
            for parameters, count in (
                (devices * rng.integer(10, 10**4) + 1, devices),
                (devices - 2, devices),
                more[stage],
                more[stage - 1],
            ):
                given = parameters, count, stage, optimizer, precision
                assert_zero_bytes(adapters.run_zero_bytes(*given), *given)
    for stage, total in enumerate((120_000_000_000, 31_406_250_000, 16_640_625_000, 1_875_000_000)):
        given = 7_500_000_000, 64, np.int64(stage), "adam", "bfloat16"
        actual = adapters.run_zero_bytes(*given)
        assert_zero_bytes(actual, *given)
        assert actual["total"] == total


@pytest.mark.problem("zero_bytes")
def test_zero_bytes_keeps_nothing_for_the_next_call(adapters, rng):
    given = rng.integer(1, 10**6), rng.integer(2, 9), 1, "adam", "float32"
    assert_zero_bytes(adapters.run_zero_bytes(*given), *given)
    after = adapters.observed(overwrite_result=True).run_zero_bytes(*given).value
    if after != zero_sizes(*given):
        fail(
            f"after the caller changed an earlier result, the next one is {describe(after)}",
            "make a new dict each time",
        )


@pytest.mark.problem("zero_bytes")
def test_zero_bytes_refuses_bad_arguments(adapters, rng):
    bad = -rng.integer(2, 99)
    for arguments, mentions in (
        ((bad, 8, 1, "adam", "float32"), ["num_parameters", bad]),
        ((-1, 8, 0, "sgd", "bfloat16"), ["num_parameters", -1]),
        ((8, 0, 1, "adam", "float32"), ["num_devices", 0]),
        ((8, 0, 0, "adam", "float32"), ["num_devices", 0]),
        ((0, 0, 3, "adam", "float32"), ["num_devices", 0]),
        ((8, bad, 2, "adam", "bfloat16"), ["num_devices", bad]),
        ((8, bad, 0, "adam", "float32"), ["num_devices", bad]),
        ((8, 2, 4, "adam", "float32"), ["stage", 4]),
        ((8, 2, -1, "adam", "float32"), ["stage", -1]),
        ((0, 2, bad, "adam", "bfloat16"), ["stage", bad]),
        *(((8, 2, stage, "lion", "float32"), ["optimizer", "lion"]) for stage in range(4)),
        *(((8, 2, stage, "adam", "float16"), ["precision", "float16"]) for stage in range(4)),
        ((0, 1, 0, "adamw", "float32"), ["optimizer", "adamw"]),
        ((0, 1, 0, "sgd", "fp32"), ["precision", "fp32"]),
    ):
        assert_raises(
            lambda arguments=arguments: adapters.run_zero_bytes(*arguments),
            mentions=mentions,
            when=f"the arguments are {arguments}",
        )


def _check_ring(adapters, tensors):
    sums, sent = adapters.run_ring_all_reduce(tensors)
    assert_ring_sums(sums, tensors)
    assert_ring_bytes(sent, tensors)


@pytest.mark.problem("ring_all_reduce")
def test_ring_all_reduce(adapters, rng):
    for count in (3, 2, 4, 5):
        for shape in ((count,), (2, count), rng.shape(2, 5, 9), (count + 1,)):
            tensors = [rng.normal(*shape) for _ in range(count)]
            _check_ring(adapters, [rng.choice([*layouts(x).values()]) for x in tensors])
    for shape in ((3,), (), (0, 2)):
        _check_ring(adapters, [rng.normal(*shape)])


@pytest.mark.problem("ring_all_reduce")
def test_ring_all_reduce_of_other_dtypes_and_sizes(adapters, rng):
    for dtype in (torch.float64, torch.bfloat16, torch.int64, torch.int32):
        for count, numel in ((3, 6), (4, 7), (5, 3)):
            draw = rng.normal if dtype.is_floating_point else rng.numbers
            _check_ring(adapters, [draw(numel, dtype=dtype) for _ in range(count)])
    for shape in ((), (0, 3), (1,), (1, 2)):
        _check_ring(adapters, [rng.normal(*shape) for _ in range(3)])


@pytest.mark.problem("ring_all_reduce")
def test_ring_all_reduce_needs_every_round(adapters):
    for count in (3, 2, 4, 5):
        tensors = [torch.arange(device, device + 2 * count) for device in range(count)]
        plain, *altered = adapters.run_ring_all_reduce_altered(tensors)
        assert_ring_sums(plain[0], tensors)
        for number, run in enumerate(altered, start=1):
            assert_round_counts(number, plain, run)


@pytest.mark.problem("ring_all_reduce")
def test_ring_all_reduce_refuses_tensors_that_differ(adapters):
    for tensors, mentions in (
        ([], ["[]"]),
        ([torch.ones(2, 3), torch.ones(3, 2)], [{2, 3}]),
        ([torch.ones(3), torch.ones(3), torch.ones(1, 3)], [{1, 3}]),
        ([torch.ones(3), torch.ones(3), torch.ones(4)], [{3, 4}]),
        ([torch.ones(4), torch.ones(1)], [{4, 1}]),
        ([torch.ones(3), torch.ones(3).double()], [{"float32", "float64"}]),
        ([torch.ones(3).int(), torch.ones(3).int(), torch.ones(3)], [{"int32", "float32"}]),
    ):
        assert_raises(
            lambda tensors=tensors: adapters.run_ring_all_reduce(tensors),
            mentions=["tensor", "device", *mentions],
            when=f"tensors is {describe(tensors)}",
        )
