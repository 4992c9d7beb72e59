"""A submission as a test sees it: its adapters, which a Caller calls, and its source as text."""

from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn, Protocol

import torch
from torch import nn

from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.plugin.limits import Stopwatch
from tests.harness.plugin.problems import changed_by
from tests.harness.plugin.snapshots import is_unchanged, original_value, snapshot, tensor_names
from tests.harness.plugin.submitted_files import source_text
from tests.harness.runtime.conditions import (
    UNCONDITIONAL,
    Conditions,
    Observation,
    observe_call,
    reset_process,
)
from tests.harness.runtime.describe import call_text, describe
from tests.harness.runtime.loading import MissingAdapter, import_adapters
from tests.harness.runtime.source_locations import error_location

SOURCE_LIMIT = 200_000  # bytes


class Caller(Protocol):
    """Makes adapter calls: in this process, or for the grader in a sandboxed worker."""

    def begin(self, test_id: str, seed: int) -> None:
        """Start a test and seed the generators for it."""

    def call(
        self, name: str, args: tuple, kwargs: dict[str, Any], conditions: Conditions
    ) -> Observation:
        """Call the adapter of this name."""

    def end(self) -> None:
        """End the test."""


class LocalCaller:
    """Makes adapter calls in this process, for a student."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._module: ModuleType | None = None
        self._error: BaseException | None = None
        self._where = ""
        self.stopwatch = Stopwatch()
        self._hung: dict[str, str] = {}  # by adapter, how a test met the time limit in its call

    def begin(self, test_id: str, seed: int) -> None:
        """Import the submission once; later tests reuse it."""
        if self._module is None and self._error is None:
            try:
                self._module = import_adapters(self._folder)
            except (Exception, SystemExit) as error:
                self._error, self._where = error, error_location(error)
        reset_process(seed)  # also resets what the import has changed
        self.stopwatch.begin(test_id)

    def call(
        self, name: str, args: tuple, kwargs: dict[str, Any], conditions: Conditions
    ) -> Observation:
        """Call the adapter of this name."""
        import pytest

        if self._error is not None:
            error = self._error.with_traceback(None)  # else it grows with each raise
            return Observation(error=error, where=self._where)
        adapter = getattr(self._module, name, None)
        if adapter is None:
            return Observation(error=MissingAdapter(f"adapters.py has no function {name}"))
        if name in self._hung:
            raise pytest.fail.Exception(f"not tried: another test {self._hung[name]}")
        with self.stopwatch.call():
            observation = observe_call(
                lambda: adapter(*args, **kwargs), conditions, (args, kwargs), adapter
            )
        if isinstance(observation.error, pytest.fail.Exception):
            # The time limit. No test may take it for an error that the submission should raise.
            where = f"it was in {observation.where}" if observation.where else "no line is known"
            limit = str(observation.error).removesuffix(" from pytest-timeout.")
            self._hung[name] = f"took too long: {limit}; {where}"
            raise pytest.fail.Exception(f"the test {self._hung[name]}")
        raised = observation.error
        if isinstance(raised, pytest.exit.Exception) and str(raised) == "Quitting debugger":
            raise raised  # a student who types q at a breakpoint wants the run to end
        return observation

    def end(self) -> None:
        """Nothing to clean up: the process goes on to the next test."""


class Adapters:
    """The adapters of a submission: `adapters.run_<name>(...)` calls one.

    A call fails if it changes a tensor, array, list or dict among its arguments. It may change
    what it is meant to change: models, optimizers, file objects and optimized parameters.

    Attributes:
        raised_at: the submission's line that raised in the latest call; "" if none did.
        exited: whether the latest call raised SystemExit.
    """

    def __init__(self, caller: Caller, folder: Path) -> None:
        self._caller = caller
        self._folder = folder
        self._latest: tuple[str, tuple, dict[str, Any]] | None = None
        self.raised_at, self.exited = "", False

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("run_"):
            raise AttributeError(name)

        def run(*args: Any, **kwargs: Any) -> Any:
            return self._call(name, args, kwargs, UNCONDITIONAL).value

        return run

    def observed(self, **conditions: Any) -> "_Observed":
        """Return a view of the adapters whose calls run under conditions.

        `adapters.observed(trace=True).run_x(...)` returns an Observation instead of the result,
        and does not raise the call's error.

        Args:
            conditions: fields of Conditions.
        """
        return _Observed(self, Conditions(**conditions))

    def latest_call(self) -> str:
        """Describe the latest call: the adapter's name and arguments; "" before the first call."""
        return "" if self._latest is None else call_text(*self._latest)

    def source(self, path: str) -> str:
        """Return the text of a file of the submission, such as "cs336_basics/optim.py".

        Raises:
            Mismatch: there is no such file, it is too large, or it is not Python text.
        """
        if not self.has_source(path):
            fail(f"the submission has no file {path}")
        file = self._folder / path
        if file.stat().st_size > SOURCE_LIMIT:
            fail(f"{path} has more than {SOURCE_LIMIT} bytes, too many for one module")
        try:
            return source_text(file.read_bytes())
        except (SyntaxError, ValueError, LookupError) as error:
            raise Mismatch(f"{path} cannot be read as Python: {error}") from None

    def has_source(self, path: str) -> bool:
        """Return whether the submission has this file."""
        return (self._folder / path).is_file()

    def _call(
        self, name: str, args: tuple, kwargs: dict[str, Any], conditions: Conditions
    ) -> Observation:
        self._latest, self.raised_at, self.exited = (name, args, kwargs), "", False
        mutable = changed_by(name)
        items: list[tuple[int | str, Any]] = [*enumerate(args), *kwargs.items()]
        snapshots = {key: (value, snapshot(value)) for key, value in items if key not in mutable}
        models = [
            (value, tensor_names(value)) for _, value in items if isinstance(value, nn.Module)
        ]
        observation = self._caller.call(name, args, kwargs, conditions)
        self.raised_at = observation.where
        self.exited = isinstance(observation.error, SystemExit)
        for model, before in models:
            if tensor_names(model) != before:
                odd = ", ".join(sorted(tensor_names(model) ^ before)[:5])
                fail(f"{name} changed which parameters and buffers the model has: {odd}")
        for key, (value, before) in snapshots.items():
            if not is_unchanged(value, before):
                self._fail_on_change(key, value, before)
        return observation

    def _fail_on_change(self, key: int | str, value: Any, before: Any) -> NoReturn:
        """Fail because the latest call changed an argument; describe the call as it was made."""
        assert self._latest is not None
        name, args, kwargs = self._latest
        which = key if isinstance(key, str) else f"number {key + 1}"
        if isinstance(value, torch.Tensor) and value.requires_grad != before.layout[0]:
            verb = "requires a gradient" if value.requires_grad else "requires no gradient"
            fail(
                f"{name} changed its argument {which} ({describe(value)}): it {verb} now",
                "leave requires_grad of what the caller gave as it is",
            )
        was = original_value(value, before)
        given_args = tuple(was if i == key else arg for i, arg in enumerate(args))
        given_kwargs = {k: was if k == key else v for k, v in kwargs.items()}
        self._latest = name, given_args, given_kwargs
        now = "" if was is value else f": it is {describe(value)} now"
        fail(
            f"{name} changed its argument {which} ({describe(was)}){now}",
            "work on a copy, or out of place: the caller still needs this value",
        )


class _Observed:
    def __init__(self, adapters: Adapters, conditions: Conditions) -> None:
        self._adapters = adapters
        self._conditions = conditions

    def __getattr__(self, name: str) -> Any:
        def run(*args: Any, **kwargs: Any) -> Observation:
            return self._adapters._call(name, args, kwargs, self._conditions)

        return run
