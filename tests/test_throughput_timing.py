"""Timing a matmul: handout §6.2. On a GPU: test_cuda_throughput.py."""

import statistics

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integer
from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.plugin.inputs import layouts
from tests.harness.runtime.describe import describe

pytestmark = pytest.mark.problem("time_matmul")

COPIES = ("aten.clone", "aten.copy_", "aten._to_copy")


def _draw(rng, dtype=torch.float32, layout=""):
    """Return two matrices in the layout of this name, or in a random one."""
    n, k, m = rng.integer(2, 9), rng.integer(10, 19), rng.integer(20, 29)
    pair = (layouts(rng.normal(*shape, dtype=dtype)) for shape in ((n, k), (k, m)))
    return [laid[layout or rng.choice(list(laid))] for laid in pair]


def _observe(adapters, a, b, warmup, repeats, delays=None):
    """Time a matmul under a trace.

    Raises:
        Mismatch: not exactly warmup + repeats times a @ b was computed.
    """
    (n, k), m, dtype = a.shape, b.shape[1], a.dtype
    seen = adapters.observed(trace=True, matmul_delays=delays).run_time_matmul(
        a, b, warmup, repeats
    )
    seconds = seen.value
    if not (type(seconds) is float or isinstance(seconds, np.floating)):
        fail(f"expected seconds as a float, got {describe(seconds)}")
    matmuls = seen.trace.matmuls
    for op in matmuls:
        if op.flops != 2 * n * k * m or set(op.input_dtypes) != {str(dtype).removeprefix("torch.")}:
            shapes = " and ".join(map(str, op.input_shapes))
            fail(
                f"a multiplication of {shapes} in {', '.join(op.input_dtypes)} ran; "
                f"a is {n} × {k}, b is {k} × {m}, both {dtype}"
            )
    assert_integer(
        len(matmuls),
        warmup + repeats,
        misconceptions={
            "the warm-up is missing": repeats,
            "there is one warm-up multiplication too many, or one is timed twice": warmup
            + repeats
            + 1,
            "the warm-up is run again before each timed multiplication": (warmup + 1) * repeats,
        },
        what=f"number of multiplications with warmup={warmup}, repeats={repeats}",
    )
    return seen


def _bounds(matmuls, end):
    """Return the bounds, in seconds, of each matmul's time as measured around it.

    It is at least the time spent in the operator, and at most that from the end of the matmul
    before to the begin of the one after. So a loaded machine cannot make a right answer fail.
    """
    edges = [(0.0, 0.0), *((op.began, op.ended) for op in matmuls), (end, end)]
    shortest = [op.ended - op.began for op in matmuls]
    longest = [after[0] - before[1] for before, after in zip(edges, edges[2:], strict=False)]
    return shortest, longest


# Statistics that never fall when a time rises, so that bounds of times give bounds of them.
MISTAKES = {
    "this is the mean; one slow multiplication spoils it, the median it does not": (
        lambda warm, timed: statistics.fmean(timed)
    ),
    "this is the fastest one; give the median": lambda warm, timed: min(timed),
    "this is the slowest one; give the median": lambda warm, timed: max(timed),
    "this is all of them together; give the median of single ones": lambda warm, timed: sum(timed),
    "of an even count the median is the mean of the middle two, not the lower one": (
        lambda warm, timed: statistics.median_low(timed)
    ),
    "of an even count the median is the mean of the middle two, not the upper one": (
        lambda warm, timed: statistics.median_high(timed)
    ),
    "the times must be sorted to find the middle one": lambda warm, timed: timed[len(timed) // 2],
    "the warm-up must not count": lambda warm, timed: statistics.median([*warm, *timed]),
    "this averages warm-up and all": lambda warm, timed: statistics.fmean([*warm, *timed]),
    "this is the first one": lambda warm, timed: timed[0],
    "this is the last one": lambda warm, timed: timed[-1],
    "this is in milliseconds; give seconds": lambda warm, timed: 1e3 * statistics.median(timed),
    "this is in microseconds; give seconds": lambda warm, timed: 1e6 * statistics.median(timed),
    "this is in nanoseconds; give seconds": lambda warm, timed: 1e9 * statistics.median(timed),
}


def _check_median(adapters, rng, warmup, delays):
    """Delay each timed matmul by its delay, and the warm-up by the longest one.

    Where the machine is so loaded that the bounds are wide, do it again with longer delays: that
    makes no right answer fail, and tells more mistakes apart. No sleep is too short: what counts is
    that none is far too long. Where something stands between the multiplications (a cache is
    emptied), bounds stay wide. Then results at two scales must be close to the times in the
    operator, as one that does not follow these cannot be.
    """
    close = set()
    for scale in (0.5, 1, 2, 4, 9, 27, 9, 27, 9, 27):
        scaled = [scale * delay for delay in delays]
        # The upper of the middle two is 1.5 times the median.
        most = 1.4 * statistics.median(scaled)
        try:
            claimed, low, high = _check_once(adapters, rng, warmup, scaled)
        except Mismatch as failure:
            if len(failure.hints) < 2 or scale == 27:
                raise
            continue
        # On a loaded machine a sleep ends late, by up to some 20 ms, which is time in the operator.
        if claimed < max(most, 1.4 * low if scale > 4 else 0.0):
            close.add(scale)
        if high < most or len(close) == 2:
            return
    fail(
        f"with delays of {[round(1000 * delay, 1) for delay in scaled]} ms in {len(delays)} "
        f"multiplications the result is {claimed!r}, and as little like their median with others",
        "the result should follow the times of the multiplications",
    )


def _check_once(adapters, rng, warmup, delays, kind=int, dtype=torch.float32):
    """Check one result; return it, and the lower and upper bound of the median."""
    held = dict(enumerate([max(delays)] * warmup + delays))
    counts = kind(warmup), kind(len(delays))
    seen = _observe(adapters, *_draw(rng, dtype), *counts, held)
    return _check_result(seen, warmup, held=any(delays))


def _check_result(seen, warmup, *, held=False):
    """Check the result of a call with or without delayed matmuls."""
    claimed = float(seen.value)
    shortest, longest = _bounds(seen.trace.matmuls, seen.seconds)

    def bounds(statistic):
        return [statistic(times[:warmup], times[warmup:]) for times in (shortest, longest)]

    def within(statistic):
        low, high = bounds(statistic)
        return 0.99 * low - 1e-6 <= claimed <= 1.01 * high + 1e-6  # clocks differ a little

    if not within(_median):
        hints = [text for text, mistake in MISTAKES.items() if within(mistake)]
        if len(hints) > 1 and not held:
            hints = []  # the times are too close to distinguish mistakes
        if held and claimed < 0.9 * min(shortest[warmup:]):
            hints.append("waiting counts too: take a clock of elapsed time, not one of CPU time")
        shown = ", ".join(f"{1e6 * time:.1f}" for time in shortest[warmup:])
        fail(
            f"after {warmup} for warming up, the multiplications took {shown} µs; the result "
            f"should be their median in seconds, but is {claimed!r}, or {1e6 * claimed:.1f} µs",
            *hints,
        )
    return claimed, *bounds(_median)


def _median(warm, timed):
    return statistics.median(timed)


# Milliseconds of which the first, the last, the one in the middle, the fastest, the slowest, the
# middle ones in order, the means and the medians with the warm-up are all different.
def test_time_matmul_takes_the_median_of_an_even_count(adapters, rng):
    orders = ([1.2, 22, 3.2, 14, 2.2, 0.5, 9.6, 17], [1.2, 9.6, 0.5, 22, 2.2, 14, 3.2, 17])
    _check_median(adapters, rng, 3, [time / 1000 for time in rng.choice(orders)])


def test_time_matmul_of_one_and_without_warmup(adapters, rng):
    _check_median(adapters, rng, 0, [0.003])
    _check_median(adapters, rng, 3, [0.001])
    _check_median(adapters, rng, 0, [0.001, 0.006, 0.0005])


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16], ids=str)
def test_time_matmul_multiplies_what_it_is_given(adapters, rng, dtype):
    warmup, repeats = rng.integer(0, 9), rng.integer(1, 30)
    for kind in (int, np.int64):
        _check_once(adapters, rng, warmup, [0.0] * repeats, kind, dtype)


def test_time_matmul_copies_neither_matrix(adapters, rng):
    # Gaps between the elements: any copy has other strides.
    a, b = _draw(rng, layout="strided")
    warmup, repeats = rng.integer(1, 4), rng.integer(2, 9)
    seen = _observe(adapters, a, b, warmup, repeats)
    for name, matrix in (("a", a), ("b", b)):
        for op in seen.trace.ops:
            if op.name in COPIES and op.input_shapes[-1] == list(matrix.shape):
                fail(
                    f"{name}, {describe(matrix)}, was copied",
                    "multiply a and b as they are, however they lie in memory",
                )
            if op.allocated and list(matrix.shape) in op.output_shapes:
                fail(
                    f"{op.name} made another matrix of the shape of {name}, {describe(matrix)}",
                    "multiply a and b themselves, in the warm-up too: zeros take less energy, and "
                    "other memory is another cache",
                )
    _check_result(seen, warmup)


def test_time_matmul_keeps_nothing_for_the_next_call(adapters, rng):
    for _ in range(2):
        _check_median(adapters, rng, 1, [0.0005, 0.002, 0.004])
    a, b = rng.normal(4, 4), rng.normal(4, 4)
    seconds = adapters.observed(no_grad=True).run_time_matmul(a, b, 1, 2).value  # nor a square
    if not seconds > 0:
        fail(f"the time returned for a multiplication is {seconds} s", "return the median as it is")
    seen = adapters.observed(trace=True).run_time_matmul(a, b, 1, 2)  # nor what has this shape
    what = "number of multiplications with warmup=1, repeats=2, at a second call with them"
    assert_integer(len(seen.trace.matmuls), 3, what=what)


def test_time_matmul_refuses_bad_arguments(adapters, rng):
    a, b = rng.normal(2, 3), rng.normal(3, 4)
    bad = -rng.integer(20, 99)
    for warmup, repeats, name, value in (
        (1, 0, "repeats", 0),
        (0, 0, "repeats", 0),
        (1, bad, "repeats", bad),
        (1, -1, "repeats", -1),
        (bad, 1, "warmup", bad),
        (-1, rng.integer(2, 9), "warmup", -1),
    ):
        assert_raises(
            lambda warmup=warmup, repeats=repeats: adapters.run_time_matmul(a, b, warmup, repeats),
            mentions=[name, value],
            when=f"{name} is {value}",
        )
