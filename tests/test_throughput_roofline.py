"""The roofline, and the batch at its corner: handout §6.3 and §6.4."""

import math
from itertools import cycle

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.expected.throughput import (
    SIZES,
    assert_compute_bound_batch,
    assert_op_cost,
    assert_roofline_seconds,
    compute_bound,
)
from tests.harness.plugin.inputs import DTYPES

ALL_DTYPES = (*DTYPES, torch.float8_e4m3fn, torch.float8_e5m2)
DEVICES = ((989.5e12, 3.35e12), (312e12, 2e12), (2250e12, 8e12), (65e12, 0.32e12))


@pytest.mark.problem("roofline")
def test_op_cost(adapters, rng):
    for op, names in SIZES.items():
        kinds = cycle([*rng.integer_sizes(len(names), 40)])  # int, np.int64 and np.int32
        for dtype, (_, *sizes) in zip(ALL_DTYPES, kinds, strict=False):
            given = "".join([*op]), rng.choice([tuple, list])(sizes), dtype
            assert_op_cost(adapters.run_op_cost(*given), *given)
        given = op, rng.shape(len(names), 3, 99), rng.choice(ALL_DTYPES)
        assert_op_cost(adapters.run_op_cost(*given), *given)


@pytest.mark.problem("roofline")
def test_op_cost_of_sizes_of_zero(adapters, rng):
    for op, names in SIZES.items():
        for zero in (*range(len(names)), None):
            sizes = [0 if zero in (i, None) else rng.integer(2, 99) for i in range(len(names))]
            given = op, tuple(sizes), rng.choice(ALL_DTYPES)
            assert_op_cost(adapters.run_op_cost(*given), *given)


@pytest.mark.problem("roofline")
def test_op_cost_refuses_bad_arguments(adapters, rng):
    bad = -rng.integer(2, 99)
    for op, names in SIZES.items():
        for count in {0, 1, 2, 3, 4} - {len(names)}:
            _refuses_cost(adapters, op, shape := rng.shape(count), ["size", shape])
        for i in range(len(names)):
            sizes = [*rng.shape(len(names))]
            sizes[i] = bad
            _refuses_cost(adapters, op, sizes, ["sizes", bad])
            if len(names) > 1:
                sizes[i - 1], sizes[i] = 0, -1
                _refuses_cost(adapters, op, tuple(sizes), ["sizes", -1])
    for op in ("conv", "mul", "Add", "gelu"):
        for count in (1, 2, 3):
            _refuses_cost(adapters, op, rng.shape(count), ["op", op])


def _refuses_cost(adapters, op, sizes, mentions):
    assert_raises(
        lambda: adapters.run_op_cost(op, sizes, torch.float32),
        mentions=mentions,
        when=f"op is {op!r} and sizes is {sizes}",
    )


@pytest.mark.problem("roofline")
def test_roofline_seconds(adapters, rng):
    for peak, bandwidth in (*DEVICES, (rng.integer(1, 99), rng.integer(1, 99))):
        corner = peak / bandwidth
        for moved in (rng.integer(1, 99), 2**55 + rng.integer(1, 99), rng.uniform(1, 1e20)):
            for intensity in (rng.uniform(0.01, 0.9), 1.0, rng.uniform(1.1, 99)):
                given = corner * intensity * moved, moved, peak, bandwidth
                assert_roofline_seconds(adapters.run_roofline_seconds(*given), *given)
        for flops, moved in ((0, 0), (0, rng.integer(1, 99)), (rng.integer(1, 99), 0)):
            given = flops, moved, peak, bandwidth
            assert_roofline_seconds(adapters.run_roofline_seconds(*given), *given)
    given = np.int64(rng.integer(1, 99)), np.float64(rng.uniform(1, 9)), np.int32(7), 0.5
    assert_roofline_seconds(adapters.run_roofline_seconds(*given), *map(float, given))


@pytest.mark.problem("roofline")
def test_roofline_seconds_refuses_bad_arguments(adapters, rng):
    names = ("flops", "bytes_moved", "flop_per_sec", "bytes_per_sec")
    bad = -rng.integer(2, 99)
    for i, name in enumerate(names):
        for value in (bad, -0.5, *((0, 0.0) if name.endswith("sec") else ())):
            for amount in (rng.integer(2, 99), 0):
                given = [amount, amount, rng.uniform(1, 9), rng.uniform(1, 9)]
                given[i] = value
                assert_raises(
                    lambda given=given: adapters.run_roofline_seconds(*given),
                    mentions=[name, value],
                    when=f"{name} is {value}",
                )


def _smallest(given):
    """Find the smallest batch by doubling, then halving; it is below 2**200 or there is none."""
    if not compute_bound(2**200, *given):
        return None
    high = 1
    while not compute_bound(high, *given):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if compute_bound(middle, *given) else (middle, high)
    return high


@pytest.mark.problem("compute_bound_batch")
def test_compute_bound_batch_of_devices(adapters, rng):
    for speeds in DEVICES:
        for dtype in (torch.bfloat16, torch.float32, torch.float8_e4m3fn):
            for widths in (rng.shape(2, 2000, 20_000), rng.shape(2, 1, 90), (4096, 4096)):
                given = *widths, dtype, *speeds
                assert_compute_bound_batch(
                    adapters.run_compute_bound_batch(*given), _smallest(given), given
                )
    given = np.int64(4096), np.int32(1024), torch.bfloat16, 312e12, np.float64(2e12)
    plain = 4096, 1024, torch.bfloat16, 312e12, 2e12
    assert_compute_bound_batch(adapters.run_compute_bound_batch(*given), _smallest(plain), plain)


@pytest.mark.problem("compute_bound_batch")
def test_compute_bound_batch_counts_equality(adapters, rng):
    for dtype in (torch.bfloat16, torch.float32, torch.bool, torch.complex128):
        for batch in (1, rng.integer(2, 9), rng.integer(100, 4000), 2**20 + rng.integer(1, 99)):
            d_in, d_out = rng.shape(2, 1, 500)
            elements = batch * d_in + d_in * d_out + batch * d_out
            scale = 2.0 ** rng.integer(-3, 12)  # both speeds are floats without rounding
            peak = 2 * batch * d_in * d_out * scale
            given = d_in, d_out, dtype, peak, dtype.itemsize * elements * scale
            assert_compute_bound_batch(adapters.run_compute_bound_batch(*given), batch, given)
            faster = *given[:3], math.nextafter(peak, math.inf), given[4]
            assert_compute_bound_batch(
                adapters.run_compute_bound_batch(*faster), _smallest(faster), faster
            )


@pytest.mark.problem("compute_bound_batch")
def test_compute_bound_batch_is_none_where_rows_move_as_long_as_they_compute(adapters, rng):
    for dtype in (torch.float16, torch.float32, torch.int8):
        width = rng.integer(1, 999)
        bandwidth = dtype.itemsize * 2.0 ** rng.integer(3, 30)
        peak = width * bandwidth / dtype.itemsize  # a row's FLOPs and bytes take equally long
        for faster in (peak, math.nextafter(peak, math.inf), 3 * peak):
            given = width, width, dtype, faster, bandwidth
            assert_compute_bound_batch(adapters.run_compute_bound_batch(*given), None, given)


@pytest.mark.problem("compute_bound_batch")
def test_compute_bound_batch_of_any_size(adapters, rng):
    for dtype in (torch.bfloat16, torch.float64):
        width = rng.integer(2**14, 2**15)  # the batch is beyond 64 bits
        bandwidth = dtype.itemsize * 2.0 ** rng.integer(3, 30)
        slower = math.nextafter(width * bandwidth / dtype.itemsize, 0)
        given = width, width, dtype, slower, bandwidth
        assert_compute_bound_batch(
            adapters.run_compute_bound_batch(*given), _smallest(given), given
        )
        wide = 2**60 + rng.integer(1, 2**40), 2**60 + rng.integer(1, 2**40)
        for peak in (rng.uniform(1e12, 1e15), rng.uniform(1e28, 1e29)):
            given = *wide, dtype, peak, rng.uniform(1e11, 1e12)
            assert_compute_bound_batch(
                adapters.run_compute_bound_batch(*given), _smallest(given), given
            )


@pytest.mark.problem("compute_bound_batch")
def test_compute_bound_batch_refuses_bad_arguments(adapters, rng):
    names = ("d_in", "d_out", "dtype", "flop_per_sec", "bytes_per_sec")
    for i in (0, 1, 3, 4):
        for value in (0, -rng.integer(2, 99)):
            given = [rng.integer(2, 99), rng.integer(2, 99), torch.bfloat16, 300.0, 2.0]
            given[i] = value
            assert_raises(
                lambda given=given: adapters.run_compute_bound_batch(*given),
                mentions=[names[i], value],
                when=f"{names[i]} is {value}",
            )
