"""Rounding to any small format: handout §2.5."""

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_fresh_result, assert_tensor
from tests.harness.expected.memory import (
    FORMATS,
    assert_rounded,
    exactly_rounded,
    lowest_exponent,
    numbers_and_ties,
    rounded_by_torch,
)
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import layouts

OTHER_DTYPES = (
    *(torch.float64, torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2),
    *(torch.int64, torch.int32, torch.uint8, torch.bool, torch.complex64),
)

pytestmark = pytest.mark.problem("round_to_float")


def _rounded(adapters, x, *form):
    """Call the adapter; torch may not round for it."""
    seen = adapters.observed(trace=True).run_round_to_float(x, *form)
    assert_tensor(seen.value, x.shape, torch.float32)
    for op in seen.trace.ops:
        for dtype in (*op.input_dtypes, *op.output_dtypes):
            if dtype in ("bfloat16", "float16") or dtype.startswith("float8"):
                fail(f"{op.name} made a {dtype} tensor", "round in float32 or float64, or the bits")
    return seen.value


def _check(adapters, x, *form):
    """Compare with exact arithmetic; what would round to more than float32 has is not asked for."""
    if form[0] == 8 and form[2:] == (False,):
        x = x[x.isinf() | (x.abs() < 1.5 * 2.0**127) | x.isnan()]
    numbers = [exactly_rounded(number, *form) for number in x.flatten().tolist()]
    expected = torch.tensor(numbers, dtype=torch.float64).float().view(x.shape)
    assert_rounded(_rounded(adapters, x, *form), x.detach(), expected, *form)


@pytest.mark.parametrize("dtype", FORMATS, ids=lambda dtype: str(dtype).removeprefix("torch."))
def test_round_to_float_of_torchs_formats(adapters, rng, dtype):
    form = FORMATS[dtype]
    upper = torch.arange(-(2**15), 2**15, dtype=torch.int32) << 16
    lower = torch.randint(2**16, upper.shape, generator=rng.torch, dtype=torch.int32)
    x = torch.cat([upper.view(torch.float32), (upper | lower).view(torch.float32)])
    x = torch.cat([x, numbers_and_ties(dtype)])
    assert_rounded(_rounded(adapters, x, *form), x, rounded_by_torch(x, dtype), *form)


def _hard_numbers(rng, exponent_bits, mantissa_bits, infinity):
    """Return numbers of a format, and what lies between: small, large, too large and others."""
    lowest, count = lowest_exponent(exponent_bits), 2**mantissa_bits
    highest = (1 if infinity else 2) - lowest
    counted = [(lowest, 0), (lowest, 1), (lowest, rng.integer(0, count - 1)), (lowest, count - 1)]
    for exponent in (lowest, lowest + 1, 0, rng.integer(lowest, highest), highest, highest + 1):
        counted += [(exponent, rng.integer(count, 2 * count - 1)), (exponent, 2 * count - 1)]
    counted += [(highest, 2 * count - 3), (highest, 2 * count - 2), (highest + 1, count)]
    numbers = [(n + part) * 2.0 ** (e - mantissa_bits) for e, n in counted for part in (0, 0.5)]
    between = [(n + rng.uniform(0, 1)) * 2.0 ** (e - mantissa_bits) for e, n in counted]
    bits = torch.tensor(numbers, dtype=torch.float64).float().view(torch.int32)
    beside = [(bits + step).abs().view(torch.float32) for step in (-1, 1)]
    largest = torch.finfo(torch.float32).max
    x = torch.cat([bits.view(torch.float32), *beside, torch.tensor([*between, largest])])
    return torch.where(torch.randint(2, x.shape, generator=rng.torch) == 1, x, -x)


def test_round_to_float_of_any_format(adapters, rng):
    drawn = {(rng.integer(2, 8), rng.integer(1, 23)) for _ in range(4)}
    for bits in ((2, 1), (2, 23), (8, 1), (8, 23), (3, 2), (4, 3), (5, 10), *drawn):
        for infinity in (True, False):
            _check(adapters, _hard_numbers(rng, *bits, infinity), *bits, infinity)


def test_round_to_float_of_special_numbers(adapters, rng):
    tiny, largest = 2.0**-149, torch.finfo(torch.float32).max
    numbers = torch.tensor([0.0, tiny, 3 * tiny, 2.0**-126, largest, torch.inf, torch.nan])
    patterns = torch.tensor([0x7F800001, 0x7FFFFFFF, 0x7FBFFFFF, -1], dtype=torch.int32)
    x = torch.cat([numbers, -numbers, patterns.view(torch.float32), torch.ones(1)])
    for bits in ((5, 10), (8, 7), (8, 23), (2, 1), (rng.integer(2, 8), rng.integer(1, 23))):
        for infinity in (True, False):
            _check(adapters, x, *bits, infinity)


def test_round_to_float_of_any_shape_and_layout(adapters, rng):
    form = rng.integer(3, 7), rng.integer(2, 9), False
    for shape in ((), (0,), (3, 0, 2), (4, 5), (2, 3, 4)):
        for x in layouts(rng.normal(*shape)).values():
            _check(adapters, x, *form)
    _check(adapters, rng.normal(1, 4).expand(3, 4).requires_grad_(), *form)


def test_round_to_float_takes_numpy_integers(adapters, rng):
    x = rng.normal(30)
    for exponent_bits, mantissa_bits in ((8, 7), (4, 23)):
        form = np.int64(exponent_bits), np.int32(mantissa_bits), False
        expected = torch.tensor(
            [exactly_rounded(number, exponent_bits, mantissa_bits, False) for number in x.tolist()]
        )
        assert_rounded(_rounded(adapters, x, *form), x, expected, exponent_bits, mantissa_bits)


def test_round_to_float_keeps_nothing_for_the_next_call(adapters, rng):
    x = rng.normal(3, 5)
    for form in ((4, 3, True), (3, 4, True), (4, 3, False), (8, 23, True)):
        _check(adapters, x, *form)
    actual = adapters.observed(overwrite_result=True).run_round_to_float(x, 8, 7).value
    assert_fresh_result(actual, rounded_by_torch(x, torch.bfloat16))


def test_round_to_float_refuses_bad_arguments(adapters, rng):
    for dtype in OTHER_DTYPES:
        for x in (torch.ones(2, dtype=dtype), torch.ones(0, dtype=dtype)):
            assert_raises(
                lambda x=x: adapters.run_round_to_float(x, 5, 10),
                mentions=[str(dtype).removeprefix("torch.")],
                when=f"x is {dtype} of {len(x)} elements",
            )
    for infinity in (True, False):
        for bad in (1, 0, 9, -rng.integer(1, 9), rng.integer(10, 99)):
            _refuses(adapters, rng, (bad, rng.integer(1, 23), infinity), "exponent_bits", bad)
        for bad in (0, 24, -rng.integer(1, 9), rng.integer(25, 99)):
            _refuses(adapters, rng, (rng.integer(2, 8), bad, infinity), "mantissa_bits", bad)


def _refuses(adapters, rng, form, name, value):
    for x in (rng.normal(3), torch.zeros(0)):
        assert_raises(
            lambda x=x: adapters.run_round_to_float(x, *form),
            mentions=[name, value],
            when=f"{name} is {value}",
        )
