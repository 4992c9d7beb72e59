"""Measure times so that neither the submission nor noise decides the verdict.

The judge times its own work and the submission's alternately, in one run and on fresh inputs, and
compares medians. Only the judge's own times tell whether the device is too noisy for a verdict, so
a submission cannot make its verdict inconclusive by unsteady times.
"""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter  # bound now: a submission may patch the module
from typing import Any, Protocol, TypeVar

import torch

from tests.harness.checks.device_peaks import is_impossible
from tests.harness.plugin.failure import INCONCLUSIVE, Failure, Mismatch
from tests.harness.plugin.limits import TEST_SECONDS

Result = TypeVar("Result")

MAX_SPREAD = 0.15  # of the judge's own times; see Timing.spread
LAUNCH_SECONDS = 1e-4  # that a host may take to launch a matmul and to learn that it is done

_ALL_THE_WORK = (
    "each repeat must compute all of a @ b again, in the dtype of a and b and in no lower "
    "precision such as TF32"
)
_STOPPED_EARLY = (
    "the clock stopped before the work was done: the device works on after a call "
    "returns, so wait for the end of the work, in the stream that does it"
)


class Clock(Protocol):
    """A clock that records marks; on a device a mark is a moment of the device."""

    def mark(self) -> Any:
        """Record the current moment."""

    def between(self, start: Any, end: Any) -> float:
        """Return the seconds from one mark to a later one."""


class HostClock:
    """The host's clock, which waits for the device at each mark."""

    def __init__(self, synchronize: Callable[[], None] = lambda: None) -> None:
        self._synchronize = synchronize

    def mark(self) -> float:
        """Wait for the device, and return the time in seconds."""
        self._synchronize()
        return perf_counter()

    def between(self, start: float, end: float) -> float:
        """Return the seconds from one mark to a later one."""
        return end - start


class CudaClock:
    """A clock of CUDA events in the current stream."""

    def mark(self) -> torch.cuda.Event:
        """Record an event."""
        event = torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def between(self, start: torch.cuda.Event, end: torch.cuda.Event) -> float:
        """Wait for the later event, and return the seconds between the two."""
        end.synchronize()
        return start.elapsed_time(end) / 1e3


@dataclass(frozen=True)
class Timing:
    """Repeated measurements of one piece of work, in seconds."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median, in seconds."""
        return statistics.median(self.seconds)

    @property
    def spread(self) -> float:
        """The interquartile range over the median; infinite for fewer than two measurements."""
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
    """Time candidates in turns; every second turn runs them in reverse order.

    Args:
        candidates: what to time, by name; each is called with the number of the turn, from 0 and
            warm-up included, so that inputs can rotate.
        clock: what measures.
        rounds: the number of timed turns.
        warmup: the number of turns before them, which are not timed.
        prepare: called with the number of each turn before it, untimed, to refill inputs.
        flush: called before each candidate, untimed, to empty the cache.

    Returns:
        The times of each candidate, in the order of the turns.
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
    """Return the seconds of one step, from pairs of calls that differ only by `steps` steps.

    The difference cancels the cost of a call itself, such as crossing to another process.
    """
    return Timing(tuple((b - a) / steps for a, b in zip(short, long, strict=True)))


def retry_once(measure: Callable[[], Result]) -> Result:
    """Return what a measurement returns; if it fails, measure a second time, which decides.

    A mistake fails twice; noise that the judge's own times did not show seldom does. A measurement
    that took long is not repeated, because the test would exceed its time limit.

    Raises:
        Mismatch: the last measurement failed.
    """
    began = perf_counter()
    try:
        return measure()
    except Mismatch:
        if perf_counter() - began > TEST_SECONDS / 3:
            raise
        return measure()


def unsteady_reason(own: Timing, what: str) -> Failure | None:
    """Return why the judge's own times scatter too widely for a verdict; None if they do not.

    A test whose measurement is inconclusive is *not run*; it has not failed.

    Args:
        own: the judge's own times.
        what: the work that was timed.
    """
    if own.spread <= MAX_SPREAD:
        return None
    reason = (
        f"the harness's own times of {what} scatter by {own.spread:.0%} of their "
        f"median, more than {MAX_SPREAD:.0%}; try again on a quieter device"
    )
    return Failure(reason, kind=INCONCLUSIVE)


@dataclass(frozen=True)
class Claim:
    """A submission's time of a matmul, and the judge's measurements to check it against.

    Attributes:
        claimed: the seconds that the submission returned for one matmul.
        spent: the seconds that one took by the judge's clock around the call.
        own: the seconds that the judge's own matmul takes by the device's clock.
        flops: the FLOPs of one matmul.
        device: the device's name.
        dtype: the dtype of the matrices.
    """

    claimed: float
    spent: float
    own: float
    flops: float
    device: str
    dtype: torch.dtype

    def implausibility(self) -> tuple[str, str] | None:
        """Return what contradicts the claim, and a hint; None if the claim is plausible.

        The bounds allow for a cold cache, for a wait in each repeat, and for a cache that the
        submission flushes itself.
        """
        claimed, spent, own = self.claimed, self.spent, self.own
        name = str(self.dtype).removeprefix("torch.")
        if not 0 < claimed < math.inf:
            return f"claims {claimed!r} seconds for a {name} matmul", "a time is above 0 and finite"
        tflops = self.flops / claimed / 1e12
        if is_impossible(self.flops / claimed, self.device, self.dtype):
            return (
                f"claims {_time(claimed)} for a {name} matmul: {tflops:.0f} TFLOP/s, more than "
                f"{self.device} can do",
                _STOPPED_EARLY if claimed < 0.7 * spent else _ALL_THE_WORK,
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
        if claimed > 2 * own + LAUNCH_SECONDS or spent > 8 * claimed:
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
