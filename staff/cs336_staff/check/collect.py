"""Which problems do the tests score? A process that loads torch and the suite says it."""

import subprocess
import sys

import pytest

from cs336_staff.paths import ROOT, SOLUTION

_LINE = "scored by a test: "


class CannotCollect(RuntimeError):
    """pytest cannot collect the suite; the message is pytest's."""


def problems_of_tests() -> set[str]:
    """Return the ids of the problems that have a test.

    Raises:
        CannotCollect: the suite cannot be collected.
    """
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", f"--submission={SOLUTION}"]
    command += ["-p", __name__, "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        named = [line for line in [*done.stderr.splitlines(), *lines] if line.startswith("ERROR")]
        raise CannotCollect(named[0] if named else f"pytest ended with {done.returncode}")
    return {line.removeprefix(_LINE) for line in lines if line.startswith(_LINE)}


def pytest_collection_finish(session: pytest.Session) -> None:
    """Print the problems of the collected tests: in the process that `problems_of_tests` starts."""
    marks = [mark for item in session.items if (mark := item.get_closest_marker("problem"))]
    for id_ in sorted({mark.args[0] for mark in marks}):
        print(f"\n{_LINE}{id_}")
