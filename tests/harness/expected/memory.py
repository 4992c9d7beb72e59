"""Numbers of small float formats: right values, and the mistakes instead."""

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from tests.harness.checks.values import assert_same_elements, shares_storage
from tests.harness.plugin.failure import fail
from tests.harness.plugin.snapshots import same_elements

# torch's own small formats, with their exponent bits, mantissa bits and whether they have infinity.
FORMATS = {
    torch.float16: (5, 10, True),
    torch.bfloat16: (8, 7, True),
    torch.float8_e5m2: (5, 2, True),
    torch.float8_e4m3fn: (4, 3, False),
}
_E4M3 = torch.float8_e4m3fn
_LOG2 = "log2 in float32 rounds up just below a power of two; torch.frexp is exact"
_ONE_MORE = "the bias is 2**(exponent_bits - 1) - 1; this is one more"


def lowest_exponent(exponent_bits: int) -> int:
    """Return the exponent of the smallest normal number, which subnormals have too."""
    return 2 - 2 ** (exponent_bits - 1)


def largest_number(exponent_bits: int, mantissa_bits: int, infinity: bool) -> float:
    """Return the largest number of a format."""
    highest = 2 ** (exponent_bits - 1) - (1 if infinity else 0)
    return (2 - 2.0**-mantissa_bits * (1 if infinity else 2)) * 2.0**highest


def exactly_rounded(number: float, exponent_bits: int, mantissa_bits: int, infinity: bool) -> float:
    """Round a number in exact rational arithmetic: a quotient of two integers."""
    if not math.isfinite(number):
        return number if infinity else math.nan
    exponent = math.frexp(number)[1] - 1  # |number| is at least 2**exponent, and below its double
    shift = max(exponent, lowest_exponent(exponent_bits)) - mantissa_bits  # a step is 2**shift
    above, below = abs(number).as_integer_ratio()
    below <<= max(shift, 0)
    steps, rest = divmod(above << max(-shift, 0), below)
    steps += 2 * rest > below or (2 * rest == below and steps % 2)
    rounded = steps * 2.0**shift
    if rounded > largest_number(exponent_bits, mantissa_bits, infinity):
        rounded = math.inf if infinity else math.nan
    return math.copysign(rounded, number)


def rounded_by_torch(x: Tensor, dtype: torch.dtype) -> Tensor:
    """Round by torch's cast, with NaN for what is too large for E4M3: some versions saturate."""
    rounded = x.to(dtype).to(torch.float32)
    return torch.where(x.abs() > 464, torch.nan, rounded) if dtype == _E4M3 else rounded


def numbers_and_ties(dtype: torch.dtype) -> Tensor:
    """Return float32 numbers: all of a format of torch's, what lies halfway between, and beside."""
    integer = torch.int8 if dtype.itemsize == 1 else torch.int16
    largest = torch.tensor(torch.finfo(dtype).max, dtype=dtype).view(integer)
    numbers = torch.arange(int(largest) + 1).to(integer).view(dtype).to(torch.float64)
    after = torch.cat([numbers[1:], 2 * numbers[-1:] - numbers[-2:-1]])  # were it not the largest
    ties = ((numbers + after) / 2).float()
    bits = ties.view(torch.int32)
    beside = [(bits + step).view(torch.float32) for step in (-1, 1)]
    positive = torch.cat([numbers.float(), ties, *beside])
    return torch.cat([positive, -positive])


def _exponent(wide: Tensor) -> Tensor:
    return torch.frexp(wide).exponent.double() - 1


def _log2(wide: Tensor) -> Tensor:
    return wide.float().abs().log2().floor().double().nan_to_num(0.0, 0.0, -200.0)


def _rounded(
    x: Tensor,
    exponent_bits: int,
    mantissa_bits: int,
    infinity: bool,
    *,
    how: Callable[[Tensor], Tensor] = torch.round,
    exponent: Callable[[Tensor], Tensor] = _exponent,
    lowest: int | None = None,
    largest: float | None = None,
    beyond: Callable[[Tensor, float], Tensor] | None = None,
) -> Tensor:
    """Round in float64, with one or another part of it changed."""
    lowest = lowest_exponent(exponent_bits) if lowest is None else lowest
    largest = largest_number(exponent_bits, mantissa_bits, infinity) if largest is None else largest
    wide = x.double()
    step = torch.exp2(exponent(wide).clamp(min=lowest) - mantissa_bits)
    rounded = torch.copysign(how(wide.abs() / step) * step, wide)
    if beyond is None:
        too_large = rounded * torch.inf if infinity else rounded * torch.nan
    else:
        too_large = beyond(wide, largest)
    rounded = torch.where((rounded.abs() > largest) | wide.isinf(), too_large, rounded)
    return torch.where(wide.isnan(), wide, rounded).float()


def _half_away(count: Tensor) -> Tensor:
    return (count + 0.5).floor()


def _half_down(count: Tensor) -> Tensor:
    return (count - 0.5).ceil()


def _half_odd(count: Tensor) -> Tensor:
    tie = count - count.floor() == 0.5
    return torch.where(tie, 2 * (count.floor() / 2).floor() + 1, torch.round(count))


def _mistakes(x: Tensor, e: int, m: int, infinity: bool) -> dict[str, Tensor]:
    lowest, largest = lowest_exponent(e), largest_number(e, m, infinity)
    full = (2 - 2.0**-m) * 2.0 ** (2 ** (e - 1))  # of the highest exponent, if all are numbers
    right = _rounded(x, e, m, infinity)
    tiny = 2.0**lowest

    def with_(**changes: Any) -> Tensor:
        return _rounded(x, e, m, infinity, **changes)

    def limited(wide: Tensor, limit: float) -> Tensor:
        return torch.where(wide.isinf(), wide, wide.clamp(-limit, limit))

    early = torch.where(x.abs() > largest, x * torch.inf if infinity else torch.nan, right)
    wrong = {
        "this cuts the lower bits off; round to the nearest": with_(how=torch.floor),
        "this rounds away from zero; round to the nearest": with_(how=torch.ceil),
        "this rounds ties away from zero; they go to the even neighbour": with_(how=_half_away),
        "this rounds ties towards zero; they go to the even neighbour": with_(how=_half_down),
        "this rounds ties up; they go to the even neighbour": torch.where(
            x < 0, with_(how=_half_down), with_(how=_half_away)
        ),
        "this rounds ties to the odd neighbour; they go to the even one": with_(how=_half_odd),
        "below the smallest normal number all are 0 here; subnormals are there, too": torch.where(
            x.abs() < tiny, x * 0, right
        ),
        "what rounds to a subnormal number is 0 here": torch.where(
            right.abs() < tiny, x * 0, right
        ),
        "subnormal numbers have the step of the smallest normal ones, however small": with_(
            lowest=-200
        ),
        "this rounds twice: first as if there were no subnormals, then to them": _rounded(
            with_(lowest=-200), e, m, infinity
        ),
        "subnormals have the exponent of the smallest normal number, 1 - bias": with_(
            lowest=lowest - 1
        ),
        _LOG2: with_(exponent=_log2),
        _ONE_MORE: with_(lowest=lowest - 1, largest=largest / 2),
        "the bias is 2**(exponent_bits - 1) - 1; this is one less": with_(
            lowest=lowest + 1, largest=largest * 2
        ),
        "this keeps a bit too many: the mantissa's leading 1 is not stored": _rounded(
            x, e, m + 1, infinity, largest=largest
        ),
        "this keeps a bit too few: the mantissa's leading 1 is not stored": _rounded(
            x, e, m - 1, infinity, largest=largest
        ),
        "round first: what rounds to the largest number is not too large": early,
        "this loses the sign": right.abs(),
        "x is not rounded here": x,
    }
    if infinity:
        wrong |= {
            "what is too large becomes infinity, not the largest number": with_(beyond=limited),
            "infinity stays infinity": with_(beyond=lambda wide, limit: wide.clamp(-limit, limit)),
            "the highest exponent belongs to infinity and NaN, not to numbers": with_(largest=full),
            "what is too large becomes infinity, not NaN": with_(
                beyond=lambda wide, _: torch.where(wide.isinf(), wide, torch.nan)
            ),
            "infinity keeps its sign": with_(beyond=lambda wide, _: wide.abs() * torch.inf),
        }
    else:
        as_infinite = largest_number(e, m, True)
        wrong |= {
            "without infinity, what is too large becomes NaN, not the largest number": with_(
                beyond=lambda wide, limit: wide.clamp(-limit, limit)
            ),
            "without infinity, what is too large becomes NaN": with_(
                beyond=lambda wide, _: wide * torch.inf
            ),
            "without infinity, infinity becomes NaN, too": with_(
                beyond=lambda wide, _: torch.where(wide.isinf(), wide, torch.nan)
            ),
            "without infinity the highest exponent has numbers, too": with_(largest=as_infinite),
            "the largest mantissa of the highest exponent is NaN": with_(largest=full),
        }
    if same_elements(wrong[_LOG2], wrong[_ONE_MORE]).all():  # other formats tell them apart
        del wrong[_ONE_MORE]
    return {text: value for text, value in wrong.items() if not same_elements(value, right).all()}


def assert_rounded(
    actual: Any,
    x: Tensor,
    expected: Tensor,
    exponent_bits: int,
    mantissa_bits: int,
    infinity: bool = True,
) -> None:
    """Assert the result of `round_to_float`: its numbers, the signs of zeros, its own memory."""
    form = f"exponent_bits {exponent_bits}, mantissa_bits {mantissa_bits}, infinity {infinity}"
    what = f"with {form}"
    assert_same_elements(
        actual,
        expected,
        # Fewer numbers may be those of a mistake by chance.
        misconceptions=lambda: (
            _mistakes(x, exponent_bits, mantissa_bits, infinity) if x.numel() > 9 else {}
        ),
        what=what,
    )
    if (actual.signbit() != x.signbit())[actual == 0].any():
        fail(
            f"{what}: the sign of a zero changed",
            "0.0 stays 0.0, -0.0 stays -0.0; what is too small becomes the zero of its sign",
        )
    if actual.numel() and shares_storage(actual, x):
        fail(
            f"{what}: the result is x, or a view of it",
            "give a new tensor, where nothing changes too",
        )
