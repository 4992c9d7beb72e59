"""Rounding to bfloat16: handout §2.4."""

import pytest
import torch

from tests.harness.compare import (
    assert_not_kept,
    assert_same_elements,
    assert_tensor,
    fail,
    shares_storage,
)
from tests.harness.raises import assert_raises
from tests.harness.rng import layouts
from tests.harness.source_rules import assert_in_sight

pytestmark = pytest.mark.problem("round_to_bfloat16")


def _truncated(x):
    return (x.view(torch.int32) & ~0xFFFF).view(torch.float32)


def _half_up(x):
    return ((x.view(torch.int32) + 0x8000) & ~0xFFFF).view(torch.float32)


def _towards_zero(x):
    return ((x.view(torch.int32) + 0x7FFF) & ~0xFFFF).view(torch.float32)


def _nearest(x):
    return x.to(torch.bfloat16).to(torch.float32)


def _to_odd(x):
    down, up = _truncated(x), _half_up(x)
    tie = (x.view(torch.int32) & 0xFFFF) == 0x8000
    odd = (down.view(torch.int32) & 0x10000) != 0
    return torch.where(tie, torch.where(odd, down, up), _nearest(x))


def _flushed(x):
    return torch.where(x.abs() < torch.finfo(torch.float32).tiny, x * 0, _nearest(x))


def _a_bit_more(x):
    bits = x.view(torch.int32)
    return ((bits + 0x3FFF + ((bits >> 15) & 1)) & ~0x7FFF).view(torch.float32)


def _saturated(x):
    most = torch.finfo(torch.bfloat16).max
    return torch.where(x.isinf(), x, _nearest(x).clamp(-most, most))


ROUNDING_MISTAKES = {
    "this cuts the lower 16 bits off; round to the nearest": _truncated,
    "this rounds ties away from zero; they should go to the even neighbour": _half_up,
    "this rounds ties towards zero; they should go to the even neighbour": _towards_zero,
    "this rounds ties to the odd neighbour; they should go to the even one": _to_odd,
    "this makes subnormal numbers 0; they should be rounded like others": _flushed,
    "beyond the largest bfloat16 the nearest number is infinity": _saturated,
    "this keeps the upper 17 bits; a bfloat16 is the upper 16": _a_bit_more,
    "this loses the sign, the highest of the bits": lambda x: _nearest(x).abs(),
}


def _assert_rounded(actual, x):
    wrong = {}
    if x.numel() > 9:  # fewer numbers may be those of a mistake by chance
        wrong = {text: mistake(x.contiguous()) for text, mistake in ROUNDING_MISTAKES.items()}
    assert_same_elements(actual, _nearest(x), misconceptions=wrong)
    if actual.numel() and shares_storage(actual, x):
        fail("the result is x, or a view of it", "give a new tensor, where nothing changes too")


def test_round_to_bfloat16_of_random_numbers(adapters, rng):
    x = rng.normal(*rng.shape(2, 20, 40)) * 10.0 ** rng.integer(-30, 30)
    _assert_rounded(adapters.run_round_to_bfloat16(x), x)


def test_round_to_bfloat16_of_bfloat16_numbers_is_a_new_tensor(adapters, rng):
    for x in (_nearest(rng.normal(3, 5)), torch.zeros(4), torch.tensor(1.5)):
        _assert_rounded(adapters.run_round_to_bfloat16(x), x)


def test_round_to_bfloat16_keeps_nothing_for_the_next_call(adapters, rng):
    x = rng.normal(3, 5)
    actual = adapters.observed(spoiled=True).run_round_to_bfloat16(x).value
    assert_not_kept(actual, _nearest(x))


def test_round_to_bfloat16_sends_ties_to_even(adapters, rng):
    upper = torch.randint(0, 0x7F00, (500,), generator=rng.torch, dtype=torch.int32) << 16
    sign = torch.randint(0, 2, (500,), generator=rng.torch, dtype=torch.int32) << 31
    lower = torch.tensor([0x7FFF, 0x8000, 0x8001], dtype=torch.int32)[torch.arange(500) % 3]
    x = (upper | sign | lower).view(torch.float32)
    _assert_rounded(adapters.run_round_to_bfloat16(x), x)


def test_round_to_bfloat16_of_special_numbers(adapters):
    bits = torch.tensor([1, 0x7FFF, 0x8000, 0x8001, 0x18000, 0x7FFFFF, 0x7F7F8000, 0x7F7F7FFF])
    extreme = bits.to(torch.int32).view(torch.float32)
    infinite = torch.tensor([0.0, torch.inf])
    x = torch.cat([extreme, -extreme, infinite, -infinite])
    _assert_rounded(adapters.run_round_to_bfloat16(x), x)
    signs = torch.signbit(adapters.run_round_to_bfloat16(torch.tensor([0.0, -0.0])))
    if signs.tolist() != [False, True]:
        fail("the sign of zero changed", "0.0 stays 0.0 and -0.0 stays -0.0")


def test_round_to_bfloat16_keeps_nan(adapters):
    patterns = [0x7FC00000, 0x7F800001, 0x7F80FFFF, 0x7FFFFFFF, -1, -0x7FFFFF]
    x = torch.tensor(patterns, dtype=torch.int32).view(torch.float32)
    actual = adapters.run_round_to_bfloat16(x)
    assert_tensor(actual, x.shape, torch.float32)
    if not actual.isnan().all():
        lost = [hex(p & 0xFFFFFFFF) for p, y in zip(patterns, actual, strict=True) if y == y]
        fail(
            f"NaN with the bits {', '.join(lost)} became a number",
            "rounding up carries a NaN's mantissa into its exponent or sign: keep NaN apart",
        )


def test_round_to_bfloat16_rounds_what_is_beside_nan(adapters, rng):
    x = rng.normal(4, 6)
    x[rng.integer(0, 3), rng.integer(0, 5)] = torch.nan
    actual = adapters.run_round_to_bfloat16(x)
    assert_tensor(actual, x.shape, torch.float32)
    actual, numbers = actual[~x.isnan()], x[~x.isnan()]
    if actual.equal(numbers):
        fail("beside a NaN nothing is rounded", "a NaN concerns its own element alone")
    if actual.isnan().all():
        fail("beside a NaN all became NaN", "a NaN concerns its own element alone")
    _assert_rounded(actual, numbers)


def test_round_to_bfloat16_of_any_shape_and_layout(adapters, rng):
    for shape in ((), (0,), (3, 0, 2), (4, 5), (2, 3, 4)):
        for x in layouts(rng.normal(*shape)).values():
            actual = adapters.run_round_to_bfloat16(x)
            _assert_rounded(actual, x)
    x = rng.normal(1, 4).expand(3, 4)
    _assert_rounded(adapters.run_round_to_bfloat16(x), x)


def test_round_to_bfloat16_works_on_the_bits(adapters, rng):
    x = rng.normal(7)
    seen = adapters.observed(trace=True).run_round_to_bfloat16(x)
    _assert_rounded(seen.value, x)
    for op in seen.trace.ops:
        small = {"bfloat16", "float16"} & {*op.input_dtypes, *op.output_dtypes}
        if small:
            fail(f"{op.name} made a {small.pop()} tensor", "round the bits by integer operations")
    assert_in_sight(adapters, "adapters.py", ["run_round_to_bfloat16"])


def test_round_to_bfloat16_refuses_other_dtypes(adapters):
    for dtype in (torch.float64, torch.bfloat16, torch.float16, torch.int32, torch.complex64):
        assert_raises(
            lambda dtype=dtype: adapters.run_round_to_bfloat16(torch.ones(2, dtype=dtype)),
            mentions=[str(dtype).removeprefix("torch.")],
            when=f"x is {dtype}",
        )
