"""Rounding to bfloat16: handout §2.4."""

import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.source_names import definitions, names_with_helpers
from tests.harness.checks.values import (
    assert_fresh_result,
    assert_same_elements,
    assert_tensor,
    shares_storage,
)
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import layouts
from tests.harness.plugin.snapshots import same_elements
from tests.harness.runtime.torch_calls import TorchCall

DTYPES = (
    *(torch.float64, torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2),
    *(torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool),
    *(torch.complex64, torch.complex128),
)

pytestmark = pytest.mark.problem("round_to_bfloat16")


def _truncated(x):
    return (x.view(torch.int32) & ~0xFFFF).view(torch.float32)


def _half_up(x):
    return ((x.view(torch.int32) + 0x8000) & ~0xFFFF).view(torch.float32)


def _up(x):
    bits = x.view(torch.int32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & ~0xFFFF).view(torch.float32)


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


def _converted(x):
    numbers = x.to(torch.int32)
    return (numbers + 0x7FFF + ((numbers >> 16) & 1)) & ~0xFFFF


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
    "this loses the sign, the highest of the bits": lambda x: _nearest(x).abs(),
}
# Names of what may take the bits of numbers where torch records no operator: in NumPy or Python, in
# an operator of the answer's own, in another file of the submission's.
BITS = {
    *("struct", "ctypes", "memoryview", "tobytes", "frombuffer", "untyped_storage", "view"),
    *("bytes", "from_bytes", "cast", "ndarray", "getattr", "cs336_basics", "."),
}
# What takes a tensor's elements out of torch.
LEAVES = {"numpy", "tolist", "item", "__array__", "__dlpack__", "data_ptr", "untyped_storage"}
CONVERTED = "x.to(torch.int32) converts the numbers; their bits are x.view(torch.int32)"
TOO_LONG = "this keeps more than the upper 16 bits, which are all that a bfloat16 has"


def _observed(adapters, x):
    """Observe the adapter with x; in no call may torch round."""
    seen = adapters.observed(trace=True, calls=True).run_round_to_bfloat16(x)
    assert_tensor(seen.value, x.shape, torch.float32)
    for op in seen.trace.ops:
        small = {"bfloat16", "float16"} & {*op.input_dtypes, *op.output_dtypes}
        if small:
            fail(f"{op.name} made a {small.pop()} tensor", "round the bits by integer operations")
    return seen


def _rounded(adapters, x):
    return _observed(adapters, x).value


def _mistakes(actual, x):
    for converted in (_converted(x).float(), _converted(x).view(torch.float32)):
        if converted.any() and same_elements(actual, converted).all():  # zeros have many causes
            return {CONVERTED: converted}
    wrong = {text: mistake(x) for text, mistake in ROUNDING_MISTAKES.items()}
    near = torch.isclose(actual, x, rtol=2**-7, atol=2**-133, equal_nan=True).all()
    if near and (actual.contiguous().view(torch.int32) & 0xFFFF).any():
        wrong[TOO_LONG] = actual
    return wrong


def _assert_rounded(actual, x):
    assert_same_elements(
        actual,
        _nearest(x),
        # Fewer numbers may be those of a mistake by chance.
        misconceptions=lambda: _mistakes(actual, x.contiguous()) if x.numel() > 9 else {},
    )
    if actual.numel() and shares_storage(actual, x):
        fail("the result is x, or a view of it", "give a new tensor, where nothing changes too")


def test_round_to_bfloat16_of_random_numbers(adapters, rng):
    for exponent in (6, rng.integer(-30, 30)):
        x = rng.normal(*rng.shape(2, 70, 90)) * 10.0**exponent
        _assert_rounded(_rounded(adapters, x), x)


def test_round_to_bfloat16_of_bfloat16_numbers_is_a_new_tensor(adapters, rng):
    for x in (_nearest(rng.normal(3, 5)), torch.zeros(4), torch.tensor(1.5)):
        _assert_rounded(_rounded(adapters, x), x)


def test_round_to_bfloat16_keeps_nothing_for_the_next_call(adapters, rng):
    x = rng.normal(3, 5)
    _assert_rounded(_rounded(adapters, x), x)
    actual = adapters.observed(overwrite_result=True).run_round_to_bfloat16(x).value
    assert_fresh_result(actual, _nearest(x))


def test_round_to_bfloat16_sends_ties_to_even(adapters, rng):
    upper = torch.randint(0, 0x7F00, (500,), generator=rng.torch, dtype=torch.int32) << 16
    sign = torch.randint(0, 2, (500,), generator=rng.torch, dtype=torch.int32) << 31
    lower = torch.tensor([0x7FFF, 0x8000, 0x8001], dtype=torch.int32)[torch.arange(500) % 3]
    x = (upper | sign | lower).view(torch.float32)
    _assert_rounded(_rounded(adapters, x), x)


def test_round_to_bfloat16_of_special_numbers(adapters):
    bits = torch.tensor([1, 0x7FFF, 0x8000, 0x8001, 0x18000, 0x7FFFFF, 0x7F7F8000, 0x7F7F7FFF])
    extreme = bits.to(torch.int32).view(torch.float32)
    infinite = torch.tensor([0.0, torch.inf])
    x = torch.cat([extreme, -extreme, infinite, -infinite])
    _assert_rounded(_rounded(adapters, x), x)
    tiny = torch.tensor(2.0**-149)
    for x in (torch.tensor([0.0, -0.0]), torch.stack([tiny, -tiny])):
        signs = torch.signbit(_rounded(adapters, x))
        if signs.tolist() != [False, True]:
            fail(
                f"the sign of zero changed: {x.tolist()} gave the sign bits {signs.tolist()}",
                "0.0 stays 0.0, -0.0 stays -0.0; what is too small becomes the zero of its sign",
            )


def test_round_to_bfloat16_keeps_nan(adapters):
    patterns = [0x7FC00000, 0x7F800001, 0x7F80FFFF, 0x7FFFFFFF, -1, -0x7FFFFF]
    x = torch.tensor(patterns, dtype=torch.int32).view(torch.float32)
    actual = _rounded(adapters, x)
    if not actual.isnan().all():
        lost = [hex(p & 0xFFFFFFFF) for p, y in zip(patterns, actual, strict=True) if y == y]
        hints = {
            "rounding carries a NaN's mantissa into its exponent or sign: keep NaN apart": _up(x),
            "without its lower bits a NaN may be infinity: keep NaN apart": _truncated(x),
            "infinity is no NaN": actual if actual.isinf().all() else x,
        }
        matches = [text for text, wrong in hints.items() if same_elements(actual, wrong).all()]
        fail(f"NaN with the bits {', '.join(lost)} became a number", *matches)


def test_round_to_bfloat16_rounds_what_is_beside_nan(adapters, rng):
    x = rng.normal(4, 6)
    x[rng.integer(0, 3), rng.integer(0, 5)] = torch.nan
    actual = _rounded(adapters, x)
    actual, numbers = actual[~x.isnan()], x[~x.isnan()]
    if actual.equal(numbers):
        fail("beside a NaN nothing is rounded", "a NaN concerns its own element alone")
    if actual.isnan().all():
        fail("beside a NaN all became NaN", "a NaN concerns its own element alone")
    _assert_rounded(actual, numbers)


def test_round_to_bfloat16_of_any_shape_and_layout(adapters, rng):
    for shape in ((), (0,), (3, 0, 2), (4, 5), (2, 3, 4)):
        for x in layouts(rng.normal(*shape)).values():
            _assert_rounded(_rounded(adapters, x), x)
    x = rng.normal(1, 4).expand(3, 4).requires_grad_()
    _assert_rounded(_rounded(adapters, x), x.detach())


def test_round_to_bfloat16_works_on_the_bits(adapters, rng):
    x = rng.normal(7)
    seen = _observed(adapters, x)
    _assert_rounded(seen.value, x)
    if not any(map(_takes_bits, seen.trace.ops)) and not _may_take_bits(adapters, seen):
        fail("nothing took the bits of x", "take the bits as integers: x.view(torch.int32)")


def _may_take_bits(adapters, seen):
    """Return whether the answer worked where torch records nothing, by functions that take bits."""
    own_operators = any(not op.name.startswith("aten.") for op in seen.trace.ops)
    if not own_operators and not any(TorchCall.of(call).name in LEAVES for call in seen.calls):
        return False
    path = "cs336_basics/memory.py"
    text = adapters.source(path) if adapters.has_source(path) else "import cs336_basics"
    known = definitions(text)
    decorated = [name for name in known if getattr(known[name], "decorator_list", [])]
    names = ["round_to_bfloat16", "*", *(decorated if own_operators else [])]
    return not BITS.isdisjoint(names_with_helpers(text, names))


def _takes_bits(op):
    """Return whether an operator gave the same memory in another dtype."""
    return op.name.startswith("aten.view") and op.input_dtypes != op.output_dtypes


def test_round_to_bfloat16_refuses_other_dtypes(adapters):
    for dtype in DTYPES:
        for x in (torch.ones(2, dtype=dtype), torch.ones(0, dtype=dtype)):
            assert_raises(
                lambda x=x: adapters.run_round_to_bfloat16(x),
                mentions=[str(dtype).removeprefix("torch.")],
                when=f"x is {dtype} of {len(x)} elements",
            )
