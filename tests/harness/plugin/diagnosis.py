"""Turn the error that ended a test into the failure that a student reads."""

import os
import platform
import re
import traceback
from linecache import getline
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.harness.plugin.failure import Failure, Mismatch
from tests.harness.plugin.problems import Problem, load_problems
from tests.harness.runtime.describe import describe_error, error_text

if TYPE_CHECKING:
    from tests.harness.plugin.adapters import Adapters

_MOST_OF_ERROR = 8000  # characters
_MISSING = re.compile(r"No module named '(cs336_basics\.)?(\w+)'$")
_GONE = re.compile(r"cannot import name '(\w+)' from 'cs336_basics\.(\w+)'")
_IN_ADAPTERS = {
    "NoneType": "is a `return` missing?",
    "'(tuple|list)' object has no attribute 'shape'": "a view is a StridedView, not a tuple",
    "no attribute 'param_groups'": "__init__ calls super().__init__(params, defaults)",
    "^NotImplementedError$": "has the class this method? Is it indented as one?",
}
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")  # of an object, in its repr
_CALLING = Path(__file__).with_name("adapters.py")  # where a test's calls go through
_STUB = re.compile(r"problem (\w+): see handout §")


def failure_of(
    error: BaseException, problem: Problem, adapters: "Adapters | None", folder: Path | None = None
) -> Failure:
    """Return why an error ended a test: the same in every run.

    Args:
        error: what the test or the submission raised.
        problem: the test's.
        adapters: the submission as the test saw it; None where the test did not get that far.
        folder: the test's own, for files.
    """

    def stable(text: str) -> str:
        text = _ADDRESS.sub("", "\n".join(text.splitlines()))
        return text.replace(os.path.join(folder, ""), "…/") if folder else text

    if stub := unwritten(error):
        message = f"problem {stub.id}" if stub == problem else f"needs {stub.id} first"
        return Failure(message, error=type(error).__name__, stub=stub.id, section=stub.section)
    message = _message(error)
    hints = [*_import_hints(error, message, adapters)]
    called = adapters.latest_call() if adapters is not None else ""
    raised_in = adapters.raised_at if adapters is not None and called else ""
    if raised_in.startswith("adapters.py"):
        hints += [hint for found, hint in _IN_ADAPTERS.items() if re.search(found, message)]
    if raised_in and "numpy" in message and "np.int" in called:
        hints.append(
            "NumPy's integers are valid arguments (handout §1); int() makes Python's of them"
        )
    judged = isinstance(error, Mismatch | pytest.fail.Exception)
    in_test = "" if raised_in or judged else _line_of_test(error)
    if isinstance(error, Mismatch):
        hints = [*error.hints, *hints]
        if not (error.__context__ or (adapters is not None and adapters.exited)):
            raised_in = ""
    return Failure(
        stable(message),
        tuple(map(stable, hints)),
        error=type(error).__name__,
        # The student's own Python may be newer, and the file right there.
        python=platform.python_version() if isinstance(error, SyntaxError) else "",
        raised_in=stable(raised_in),
        called=stable(called),
        raised_in_test=stable(in_test),
        section=problem.section,
    )


def _message(error: BaseException) -> str:
    """Return what an error says, cut; an error that is not the harness's own with its type."""
    if isinstance(error, Mismatch):
        text = "\n".join([error.message, *getattr(error, "__notes__", [])])
    else:
        text = error_text(error)
    if not text or not isinstance(error, Mismatch | pytest.fail.Exception):
        text = describe_error(error)
    return text[:_MOST_OF_ERROR]


def _line_of_test(error: BaseException) -> str:
    """Return the line of a test that raised; empty where a call of the submission did."""
    names = [(f.f_code.co_filename, line) for f, line in traceback.walk_tb(error.__traceback__)]
    if any(Path(name) == _CALLING for name, _ in names):
        return ""
    lines = [
        f"tests/{Path(name).name}, line {line}, by the test itself: {getline(name, line).strip()}"
        for name, line in names
        if Path(name).name.startswith("test_")
    ]
    return lines[-1] if lines else ""


def _import_hints(error: BaseException, message: str, adapters: "Adapters | None") -> list[str]:
    """Return what to do about a module or a name that cannot be imported."""
    if isinstance(error, ModuleNotFoundError) and (missing := _MISSING.search(message)):
        package, name = missing.groups()
        if package:
            return [f"there is no cs336_basics/{name}.py: removed, or renamed?"]
        if adapters is not None and adapters.has_source(f"cs336_basics/{name}.py"):
            return [f"write cs336_basics.{name}: {name}.py is a part of the package"]
        there = "the standard library, torch, NumPy and einops"
        own = "a module of your own belongs in cs336_basics/"
        return [f"no {name}: the grader has {there}; {own}"]
    if isinstance(error, ImportError) and (gone := _GONE.search(message)):
        return [f"cs336_basics/{gone[2]}.py has no {gone[1]}: removed, or renamed?"]
    return []


def unwritten(error: BaseException) -> Problem | None:
    """Return the problem whose stub raised this error; None for any other error."""
    stub = isinstance(error, NotImplementedError) and _STUB.search(error_text(error))
    return load_problems().get(stub[1]) if stub else None
