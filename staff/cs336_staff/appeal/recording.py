"""Record the calls that tests make, with the reference in the place of the submission.

A test's inputs depend on the seed and its name alone, so these are the calls that the submission
was given, as far as they do not depend on what it returned before.
"""

import os
import shutil
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch

from cs336_staff.paths import ROOT, SOLUTION
from tests.harness.plugin.adapters import LocalCaller
from tests.harness.plugin.hooks import CALLER
from tests.harness.runtime.conditions import Conditions, Observation
from tests.harness.runtime.describe import call_text, describe_error

_MAX_BYTES = 2**26  # of a file of a test that is kept


@dataclass(frozen=True)
class Call:
    """A call of an adapter.

    Attributes:
        test: the test's id.
        text: the adapter's name and its arguments, as a failure describes them.
        conditions: fields of Conditions that are not the default.
        inputs: the file that holds its arguments and the reference's result, in the folder.
        unsaved: why there is no such file; "" where there is one.
        raises: the error that the reference raises; "" where it returns.
    """

    test: str
    text: str
    conditions: dict[str, Any]
    inputs: str = ""
    unsaved: str = ""
    raises: str = ""


class _Recorder(LocalCaller):
    """Makes calls of the reference and saves them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(SOLUTION)
        self._out = folder
        self._test = ""
        self.calls: list[Call] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        """Take the place of the student's caller."""
        config.stash[CALLER] = self

    def begin(self, test_id: str, seed: int) -> None:
        """Note which test makes the calls that follow."""
        self._test = test_id
        super().begin(test_id, seed)

    def call(
        self, name: str, args: tuple, kwargs: dict[str, Any], conditions: Conditions
    ) -> Observation:
        """Save the arguments, call the reference, and save its result."""
        text = call_text(name, args, kwargs)
        file = self._out / f"{len(self.calls) + 1}.pt"
        given = {"adapter": name, "args": args, "kwargs": kwargs}
        unsaved = _save(given, file) or _keep(self._out / "files", file.with_suffix(".files"))
        before = None if unsaved else torch.load(file, weights_only=False)
        observation = super().call(name, args, kwargs, conditions)
        if before is not None:
            unsaved = _save({**before, "expected": observation.result}, file)
        error = observation.error
        inputs = "" if unsaved else f"{self._out.name}/{file.name}"
        raises = describe_error(error) if error else ""
        self.calls.append(Call(self._test, text, conditions.stated(), inputs, unsaved, raises))
        return observation


def _save(value: object, file: Path) -> str:
    """Save a value; return why that is not possible, or nothing."""
    try:
        torch.save(value, file)
    except BaseException as error:  # some tests pass objects that raise any error when pickled
        file.unlink(missing_ok=True)
        return describe_error(error)
    return ""


def _keep(files: Path, copy: Path) -> str:
    """Copy the files of the running test, if it has some; return why not, or nothing."""
    if large := [path for path in files.rglob("*") if path.lstat().st_size > _MAX_BYTES]:
        return f"{large[0].name} has over {_MAX_BYTES} bytes"  # a sparse file of a terabyte
    try:
        if files.exists():
            shutil.copytree(files, copy, symlinks=True)
    except OSError as error:
        return describe_error(error)
    return ""


def record_calls(seed: int, tests: list[str], folder: Path) -> list[Call]:
    """Run tests on the reference, and save their calls; for a process of its own.

    Args:
        seed: of all random inputs.
        tests: the tests' ids.
        folder: where to write a file for each call, such as 1.pt. The tests' temporary files are in
            `files/`, and as they were before the call in `1.files/`.
    """
    os.chdir(ROOT)
    recorder = _Recorder(folder)
    arguments = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}", f"--seed={seed}"]
    arguments += ["-p", "no:cacheprovider", f"--basetemp={folder / 'files'}", *tests]
    with open(os.devnull, "w") as sink, redirect_stdout(sink), redirect_stderr(sink):
        pytest.main(arguments, plugins=[recorder])
    return recorder.calls
