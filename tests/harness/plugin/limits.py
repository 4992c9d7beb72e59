"""How long the grader lets a submission take, and a warning for what takes longer at home."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter  # bound now: a submission may patch the module

# Seconds after which the grader stops a call, a test, and all calls of a problem's tests together.
CALL_SECONDS, TEST_SECONDS, PROBLEM_SECONDS = 10.0, 40.0, 120.0


@dataclass
class Taken:
    """Seconds of a test: its longest call, all calls, and from its beginning to the last one."""

    longest: float = 0.0
    calls: float = 0.0
    test: float = 0.0


class Stopwatch:
    """Takes the time of calls as the grader does, by test."""

    def __init__(self) -> None:
        self.tests: dict[str, Taken] = {}
        self._test, self._began = Taken(), perf_counter()  # of a call before any test

    def begin(self, test_id: str) -> None:
        """Start the time of a test."""
        self._test, self._began = self.tests.setdefault(test_id, Taken()), perf_counter()

    @contextmanager
    def call(self) -> Iterator[None]:
        """Take the time of a call of the test that has begun."""
        start = perf_counter()
        try:
            yield
        finally:
            end = perf_counter()
            self._test.longest = max(self._test.longest, end - start)
            self._test.calls += end - start
            self._test.test = end - self._began


def too_slow(tests: Mapping[str, Taken], problems: Mapping[str, str]) -> list[str]:
    """Return a line for each problem that the grader would have stopped.

    Times at home are no verdict: the grader's machine may be a faster one.

    Args:
        tests: what each test took.
        problems: by test, its problem.
    """
    rows: dict[str, list[Taken]] = {}
    for test, taken in tests.items():
        rows.setdefault(problems[test], []).append(taken)
    lines = []
    for problem, row in rows.items():
        for what, seconds, most, stopped in (
            ("a call", max(taken.longest for taken in row), CALL_SECONDS, "a call"),
            ("a test", max(taken.test for taken in row), TEST_SECONDS, "a test"),
            ("its calls", sum(taken.calls for taken in row), PROBLEM_SECONDS, "a problem"),
        ):
            if seconds > most:
                took = f"{problem}: {what} took {math.ceil(seconds)} s"
                lines.append(f"{took}; the grader stops {stopped} after {most:.0f} s")
                break
    return lines
