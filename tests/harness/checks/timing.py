"""Time things against each other, so that neither a student nor noise decides the verdict.

The judge times its own work and the submission's in turns, in one run, on fresh inputs, and
compares medians. Whether the device is too noisy to say anything is read off the judge's own
times alone: a submission cannot make its verdict inconclusive by being unsteady itself.
"""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter  # bound now: a submission may patch the module
from typing import Any, Protocol, TypeVar

import torch

from tests.harness.checks.devices import is_impossible
from tests.harness.plugin.failure import Mismatch
from tests.harness.plugin.limits import TEST_SECONDS
from tests.harness.plugin.scores import INCONCLUSIVE

Result = TypeVar("Result")

MAX_SPREAD = 0.15
_ALL_THE_WORK = (
    "each repeat must compute all of a @ b anew, in the dtype of a and b: no lower precision, and "
    "TF32 is one"
)
LAUNCH = 1e-4  # seconds that a host may take to launch a matmul and to hear that it is done


class Clock(Protocol):
    """Marks moments; on a device they are moments of the device."""

    def mark(self) -> Any:
        """Return a mark of now."""

    def between(self, start: Any, end: Any) -> float:
        """Return the seconds from one mark to a later one."""


class HostClock:
    """The judge's own clock; waits for the device at each mark."""

    def __init__(self, synchronize: Callable[[], None] = lambda: None) -> None:
        self._synchronize = synchronize

    def mark(self) -> float:
        """Return the time once the device has done all it was given."""
        self._synchronize()
        return perf_counter()

    def between(self, start: float, end: float) -> float:
        """Return the seconds from one mark to a later one."""
        return end - start


class CudaClock:
    """CUDA events in the current stream."""

    def mark(self) -> torch.cuda.Event:
        """Record an event."""
        event = torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def between(self, start: torch.cuda.Event, end: torch.cuda.Event) -> float:
        """Wait for the later event, and return the seconds between."""
        end.synchronize()
        return start.elapsed_time(end) / 1e3


@dataclass(frozen=True)
class Timing:
    """Repeated measurements of one thing, in seconds."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.seconds)

    @property
    def spread(self) -> float:
        """The distance between the quartiles, as a part of the median."""
        if len(self.seconds) < 2 or self.median <= 0:
            return math.inf
        low, _, high = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return (high - low) / self.median


def interleave(
    candidates: Mapping[str, Callable[[int], object]],
    clock: Clock,
    *,
    rounds: int = 30,
    warmup: int = 5,
    prepare: Callable[[int], object] = lambda turn: None,
    flush: Callable[[], object] = lambda: None,
) -> dict[str, Timing]:
    """Time candidates in turns, in one order and the other alternately.

    Args:
        candidates: what to time, by name; called with the turn's number, warm-ups included, so
            that inputs can rotate.
        clock: marks begin and end.
        rounds: timed turns of each.
        warmup: turns before them, which are not timed.
        prepare: called once before each turn, outside the clock: fills inputs anew.
        flush: called before each candidate, outside the clock: empties the cache.

    Returns:
        The times of each, in the order of the turns.
    """
    marks: dict[str, list[tuple[Any, Any]]] = {name: [] for name in candidates}
    for turn in range(warmup + rounds):
        prepare(turn)
        names = list(candidates)
        for name in names if turn % 2 == 0 else reversed(names):
            flush()
            start = clock.mark()
            candidates[name](turn)
            end = clock.mark()
            if turn >= warmup:
                marks[name].append((start, end))
    return {
        name: Timing(tuple(clock.between(start, end) for start, end in pairs))
        for name, pairs in marks.items()
    }


def per_step(short: Sequence[float], long: Sequence[float], steps: int) -> Timing:
    """Return the seconds of one step, from calls that differ by `steps` steps and nothing else.

    The difference leaves out what a call costs by itself: crossing to another process, say.
    """
    return Timing(tuple((b - a) / steps for a, b in zip(short, long, strict=True)))


def confirmed(measure: Callable[[], Result]) -> Result:
    """Return what a measurement returns; one that fails is taken once more, and decides.

    Noise that the judge's own times did not show, as it came between them, passes; a mistake stays.
    A measurement that took long is not repeated: it would run into the test's limit.

    Raises:
        Mismatch: it failed both times.
    """
    began = perf_counter()
    try:
        return measure()
    except Mismatch:
        if perf_counter() - began > TEST_SECONDS / 3:
            raise
        return measure()


def why_unsteady(own: Timing, what: str) -> str:
    """Say why the judge's own times scatter too widely for a verdict; or nothing.

    An inconclusive measurement is *not run*, never a fail.
    """
    if own.spread <= MAX_SPREAD:
        return ""
    return (
        f"{INCONCLUSIVE}: the harness's own times of {what} scatter by {own.spread:.0%} of their "
        f"median, more than {MAX_SPREAD:.0%}; try again on a quieter device"
    )


@dataclass(frozen=True)
class Claim:
    """A throughput as a submission claims it, beside what the judge knows.

    Attributes:
        claimed: the seconds that the submission returned for one matmul.
        spent: the seconds that one took by the judge's clock, around the call.
        own: the seconds that the judge's own takes, on the device's clock.
        flops: the work of one.
        device: the device's name.
        dtype: the dtype that was asked for.
    """

    claimed: float
    spent: float
    own: float
    flops: float
    device: str
    dtype: torch.dtype

    def doubt(self) -> tuple[str, str] | None:
        """Return what does not fit, and what it looks like; None if all is plausible.

        The bounds leave room for a cold cache, a launch that is waited for in each repeat, and a
        cache that the submission empties itself.
        """
        claimed, spent, own = self.claimed, self.spent, self.own
        name = str(self.dtype).removeprefix("torch.")
        if not 0 < claimed < math.inf:
            return f"claims {claimed!r} seconds for a {name} matmul", "a time is above 0 and finite"
        tflops = self.flops / claimed / 1e12
        if is_impossible(self.flops / claimed, self.device, self.dtype):
            stopped_early = (
                "the clock stopped before the work was done: the device works on after a call "
                "returns, so wait for the end of the work, in the stream that does it"
            )
            return (
                f"claims {_time(claimed)} for a {name} matmul: {tflops:.0f} TFLOP/s, more than "
                f"{self.device} can do",
                stopped_early if claimed < 0.7 * spent else _ALL_THE_WORK,
            )
        if spent < 0.7 * own:
            return (
                f"each repeat of a {name} matmul took {_time(max(spent, 0.0))} by the judge's "
                f"clock; the work takes {_time(own)} on this device",
                _ALL_THE_WORK,
            )
        if claimed > 1.25 * spent:
            return (
                f"claims {_time(claimed)} for a {name} matmul, but each repeat took only "
                f"{_time(spent)} by the judge's clock",
                "an event's elapsed time is in milliseconds, the result is in seconds; and it is "
                "the time of one repeat, not of all",
            )
        if claimed < 0.7 * own:
            return (
                f"claims {_time(claimed)} for a {name} matmul that takes {_time(own)} on this "
                "device",
                "wait for the end of the work, in the stream that does it, before the clock stops; "
                "and do the work in no lower precision (TF32 is one)",
            )
        if claimed > 2 * own + LAUNCH or spent > 8 * claimed:
            return (
                f"claims {_time(claimed)} for a {name} matmul, and spent {_time(spent)} on each; "
                f"it takes {_time(own)} on this device",
                "time the product alone, on the device where a and b are, after warming up",
            )
        return None


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
