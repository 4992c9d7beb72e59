"""What operations cost and where memory is the limit: right values, and the mistakes instead."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import torch

from tests.harness.checks.values import assert_float, assert_integer, is_integer
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe

# Of each operation the shapes of its operands, and that of its result, by names of sizes.
SHAPES = {
    "add": (("n", "n"), "n"),
    "relu": (("n",), "n"),
    "dot": (("n", "n"), ""),
    "matvec": (("mn", "n"), "m"),
    "matmul": (("mk", "kn"), "mn"),
}
SIZES = {"add": "n", "relu": "n", "dot": "n", "matvec": "mn", "matmul": "mkn"}
_BOTH = "a sum of products counts 2 FLOPs for each product: one multiplication, one addition"
_EXACT = "a float is one exact number, Fraction(speed): round neither speeds nor times"
_SLOWER = "computing and moving go on at the same time: the slower of the two counts"


def assert_op_cost(actual: Any, op: str, sizes: Sequence[int], dtype: torch.dtype) -> None:
    """Assert the result of `op_cost`."""
    named = dict(zip(SIZES[op], map(int, sizes), strict=True))
    operands, result = SHAPES[op]
    counts = [math.prod(named[name] for name in shape) for shape in (*operands, result)]
    each = math.prod(named.values())
    summed = op in ("dot", "matvec", "matmul")
    flops, width = each * (2 if summed else 1), dtype.itemsize
    moved = sum(counts) * width
    if not isinstance(actual, tuple | list) or len(actual) != 2:
        fail(f"expected FLOPs and bytes, as ({flops}, {moved}), got {describe(actual)}")
    what = f"{op} of sizes {tuple(named.values())}"
    wrong_flops = {
        _BOTH: each if summed else 2 * each,
        f"{_BOTH}, the first one too": 2 * each - counts[-1],
        f"{op} does one FLOP for each element": 2 * each,
    }
    wrong_bytes = {
        "these are elements; each has as many bytes as dtype says": moved // width,
        "the result is written, once": moved - counts[-1] * width,
        "every operand is read, the last one too": moved - counts[-2] * width,
        "every operand is read, the first one too": moved - counts[0] * width,
        "every operand is read once, not for each use": (2 * each + counts[-1]) * width,
        f"an element of {dtype} has {width} bytes, not 4": moved // width * 4,
        f"an element of {dtype} has {width} bytes, not 2": moved // width * 2,
        "the result is written once, and not read": moved + counts[-1] * width,
        "a dot product's result is one number": 3 * each * width if op == "dot" else moved,
    }
    if moved and not each:  # 0 bytes come of many mistakes, and here of one above all
        what_moves = "the result is written" if counts[-1] else "an operand is read"
        wrong_bytes = {text: number for text, number in wrong_bytes.items() if number}
        wrong_bytes[f"{what_moves}, also where a size is 0"] = 0
    for label, value, expected, wrong in (
        ("FLOPs", actual[0], flops, {"the FLOPs come first, then the bytes": moved} | wrong_flops),
        ("bytes", actual[1], moved, wrong_bytes),
    ):
        wrong = {text: number for text, number in wrong.items() if number != expected}
        assert_integer(value, expected, misconceptions=wrong, what=f"{label} of {what} in {dtype}")


def assert_roofline_seconds(
    actual: Any, flops: float, moved: float, flop_per_sec: float, bytes_per_sec: float
) -> None:
    """Assert the result of `roofline_seconds`."""
    compute = Fraction(flops) / Fraction(flop_per_sec)
    move = Fraction(moved) / Fraction(bytes_per_sec)
    wrong = {
        f"{_SLOWER}, not their sum": compute + move,
        f"{_SLOWER}, not the faster"
        if compute and move
        else "where one of the two takes no time, the other one still does": min(compute, move),
        "these are milliseconds; give seconds": 1000 * max(compute, move),
        "this is the speed, work per second; time is work divided by speed": (
            1 / max(compute, move) if compute or move else Fraction(0)
        ),
        "FLOPs go by the first speed, bytes by the second": max(
            Fraction(flops) / Fraction(bytes_per_sec), Fraction(moved) / Fraction(flop_per_sec)
        ),
    }
    assert_float(
        actual,
        float(max(compute, move)),
        misconceptions={text: float(seconds) for text, seconds in wrong.items()},
        what=f"{flops} FLOPs at {flop_per_sec} FLOP/s and {moved} bytes at {bytes_per_sec} bytes/s",
    )


def compute_bound(
    batch: int, d_in: int, d_out: int, dtype: torch.dtype, flop_per_sec: float, speed: float
) -> bool:
    """Return whether computing a layer of this batch takes at least as long as moving."""
    elements = batch * d_in + d_in * d_out + batch * d_out
    compute = Fraction(2 * batch * d_in * d_out) / Fraction(flop_per_sec)
    return compute >= Fraction(elements * dtype.itemsize) / Fraction(speed)


def assert_compute_bound_batch(
    actual: Any, expected: int | None, given: tuple[int, int, torch.dtype, float, float]
) -> None:
    """Assert the result of `compute_bound_batch`; expected is found by the caller's own way."""
    d_in, d_out, dtype, flop_per_sec, speed = given
    what = f"a layer {d_in} × {d_out} in {dtype} at {flop_per_sec!r} FLOP/s and {speed!r} bytes/s"
    if expected is None:
        if actual is not None:
            fail(
                f"{what} is limited by memory for every batch: expected None, got "
                f"{describe(actual)}",
                "each row of the batch takes longer to move than to compute: more do not help",
            )
        return
    flops, moving = Fraction(flop_per_sec), Fraction(speed)
    width = dtype.itemsize
    weight, rows = d_in * d_out, d_in + d_out

    def batch(
        per_row: int,
        bytes_each: int = width,
        per_product: int = 2,
        flops: Fraction = flops,
        moving: Fraction = moving,
    ) -> int:
        gain = per_product * weight * moving - bytes_each * per_row * flops
        return math.ceil(bytes_each * weight * flops / gain) if gain > 0 else -1

    as_printed = batch(rows, flops=Fraction(str(flop_per_sec)), moving=Fraction(str(speed)))
    of_rounded = {batch(rows, flops=flops * (1 + Fraction(error, 2**50))) for error in (-1, 1)}
    of_rounded = (of_rounded | {as_printed}) - {expected}
    if actual is None:
        hint = _EXACT if -1 in of_rounded else "this layer has such a batch"
        fail(f"{what}: expected {expected}, got None", hint)
    wrong = {
        "x and the result move too, and the more the larger the batch": batch(0),
        "the result is written, too": batch(d_in),
        "x is read, too": batch(d_out),
        "a multiplication and an addition are two FLOPs": batch(rows, per_product=1),
        f"an element of {dtype} has {width} bytes, not 4": batch(rows, 4),
        f"an element of {dtype} has {width} bytes, not 2": batch(rows, 2),
        "an element has as many bytes as dtype says": batch(rows, 1),
        "the smallest batch is asked for, not a power of two": 2 ** (expected - 1).bit_length(),
    }
    edge = {
        "computing takes as long as moving there already, which is enough": expected + 1,
        "moving takes longer there: round up": expected - 1,
    }
    near_edge = is_integer(actual) and actual in of_rounded  # where other mistakes say nothing
    wrong = {**edge, _EXACT: int(actual)} if near_edge else wrong | edge
    wrong = {text: number for text, number in wrong.items() if number != expected}
    assert_integer(actual, expected, misconceptions=wrong, what=what)
