"""What a failure says to the student: what happened, in which call, and where to read."""

import platform
import re
import traceback
from linecache import getline
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.harness.plugin.problems import Problem, load_problems
from tests.harness.runtime.describe import describe_error, error_text

if TYPE_CHECKING:
    from tests.harness.plugin.adapters import Adapters

_MOST = 8000  # characters of an error's text
_MISSING = re.compile(r"No module named '(\w+)'$")
_GONE = re.compile(r"cannot import name '(\w+)' from 'cs336_basics\.(\w+)'")
_IN_ADAPTERS = {
    "NoneType": "hint: is a `return` missing?",
    "'(tuple|list)' object has no attribute 'shape'": "hint: a view is a StridedView, not a tuple",
    "no attribute 'param_groups'": "hint: __init__ calls super().__init__(params, defaults)",
    "^NotImplementedError$": "hint: has the class this method? Is it indented as one?",
}
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")  # of an object, in its repr
_CALLING = Path(__file__).with_name("adapters.py")  # where a test's calls go through
_STUB = re.compile(r"problem (\w+): see handout §")


def failure_message(
    error: BaseException, problem: Problem, adapters: "Adapters | None", folder: Path | None = None
) -> str:
    """Return what the student is told of an error that ended a test: the same in every run.

    Args:
        error: what the test or the submission raised.
        problem: the test's.
        adapters: the submission as the test saw it; None where the test did not get that far.
        folder: the test's own, for files.
    """
    text = error_text(error)
    if stub := unwritten(error):
        what = f"problem {stub.id}" if stub == problem else f"needs {stub.id} first"
        return f"{what}: see handout §{stub.section}"
    if not text or not isinstance(error, Mismatch | pytest.fail.Exception):
        text = describe_error(error)
    lines = [text[:_MOST]]
    if missing := isinstance(error, ModuleNotFoundError) and _MISSING.search(text):
        lines.extend(_import_hints(missing[1]))
    elif gone := isinstance(error, ImportError) and _GONE.search(text):
        lines.append(f"hint: cs336_basics/{gone[2]}.py has no {gone[1]}: removed, or renamed?")
    elif isinstance(error, SyntaxError):  # right, perhaps, on the student's newer one
        lines.append(f"read by Python {platform.python_version()}")
    place = adapters.raised_at if adapters is not None else ""
    if adapters is not None and (call := adapters.latest_call()):
        if place.startswith("adapters.py"):
            lines.extend(hint for found, hint in _IN_ADAPTERS.items() if re.search(found, text))
        raised = error.__context__ or not isinstance(error, Mismatch)
        if place and (raised or adapters.exited):
            lines.append(f"raised in {place}")
        lines.append(f"called: {call}")
    told = place or isinstance(error, Mismatch | pytest.fail.Exception)
    if own := "" if told else _line_of_test(error):
        lines.append(f"raised in {own}")
    lines.append(f"read: handout §{problem.section}")
    message = _ADDRESS.sub("", "\n".join(lines))
    return message.replace(f"{folder}/", "…/") if folder else message


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


def _import_hints(name: str) -> list[str]:
    if name in {problem.module for problem in load_problems().values()}:
        return [f"hint: write cs336_basics.{name}: {name}.py is a part of the package"]
    there = "the standard library, torch, NumPy and einops"
    own = "a module of your own belongs in cs336_basics/"
    return [f"hint: no {name}: the grader has {there}; {own}"]


def unwritten(error: BaseException) -> Problem | None:
    """Return the problem whose stub raised this error; None for any other error."""
    stub = isinstance(error, NotImplementedError) and _STUB.search(error_text(error))
    return load_problems().get(stub[1]) if stub else None


class Mismatch(AssertionError):
    """A result that is not what the handout asks for; its text is the message for the student."""


def fail(message: str, *hints: str) -> NoReturn:
    """Fail with a message and, on lines of their own, the hints.

    A message may quote what a submission says: its further lines are indented, so that none of
    them looks like a hint of ours.
    """
    text = "\n    ".join(message[:4000].splitlines())
    raise Mismatch("\n".join([text, *(f"hint: {hint[:400]}" for hint in hints if hint)]))
