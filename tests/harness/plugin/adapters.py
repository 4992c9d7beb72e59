"""Reach a submission: its adapters, called in this process, and its source as text."""

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np
import torch
from torch import nn

from tests.harness.checks.values import Mismatch, fail, same_elements
from tests.harness.plugin.limits import Stopwatch
from tests.harness.plugin.source_text import source_text
from tests.harness.runtime.conditions import (
    UNCONDITIONAL,
    Conditions,
    Observation,
    carry_out,
    start_afresh,
)
from tests.harness.runtime.describe import describe
from tests.harness.runtime.own_modules import OwnModules
from tests.harness.runtime.places import place_of

SOURCE_LIMIT = 200_000  # bytes


class Caller(Protocol):
    """Carries out adapter calls: in this process, or in a worker on the grader's behalf."""

    def begin(self, test_id: str, seed: int) -> None:
        """Start a test, with the generators seeded for it."""

    def call(
        self, name: str, args: tuple, kwargs: dict[str, Any], conditions: Conditions
    ) -> Observation:
        """Call the adapter of this name."""

    def end(self) -> None:
        """End the test."""


class LocalCaller:
    """Call the adapters in this process: the student's way."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._module: ModuleType | None = None
        self._error: BaseException | None = None
        self._where = ""
        self.stopwatch = Stopwatch()
        self._hung: dict[str, str] = {}  # by adapter, what is said of a call that did not return

    def begin(self, test_id: str, seed: int) -> None:
        """Import the submission once; later tests reuse it."""
        if self._module is None and self._error is None:
            try:
                self._module = import_adapters(self._folder)
            except (Exception, SystemExit) as error:
                self._error, self._where = error, place_of(error)
        start_afresh(seed)  # of what the import left on, too: the next test would not see it
        self.stopwatch.begin(test_id)

    def call(
        self, name: str, args: tuple, kwargs: dict[str, Any], conditions: Conditions
    ) -> Observation:
        """Call the adapter of this name."""
        import pytest  # not at the top: a worker has no use for it

        if self._error is not None:
            error = self._error.with_traceback(None)  # which each raise has made longer
            return Observation(error=error, where=self._where)
        adapter = getattr(self._module, name, None)
        if adapter is None:
            return Observation(error=MissingAdapter(f"adapters.py has no function {name}"))
        if name in self._hung:
            raise pytest.fail.Exception(f"not tried: in another test {self._hung[name]}")
        with self.stopwatch.call():
            observation = carry_out(
                lambda: adapter(*args, **kwargs), conditions, (args, kwargs), adapter
            )
        if isinstance(observation.error, pytest.fail.Exception):
            # The time limit: no test may take it for a refusal.
            where = f"it was in {observation.where}" if observation.where else "no line is known"
            limit = str(observation.error).removesuffix(" from pytest-timeout.")
            self._hung[name] = f"the call did not return: {limit}; {where}"
            raise pytest.fail.Exception(self._hung[name])
        left = observation.error
        if isinstance(left, pytest.exit.Exception) and str(left) == "Quitting debugger":
            raise left  # a student who types q at a breakpoint wants the run to end
        return observation

    def end(self) -> None:
        """Nothing to clean up: the process goes on to the next test."""


class MissingAdapter(AttributeError):
    """The submission's adapters.py lacks a function that the suite calls."""


def import_adapters(folder: Path) -> ModuleType:
    """Import adapters.py of a submission, with its own cs336_basics, and no other's."""
    package = folder / "cs336_basics"
    if not package.is_dir():
        raise ImportError(f"{folder} has no folder cs336_basics")
    sys.path.insert(0, str(folder))
    if sys.modules.pop("cs336_basics", None):
        for name in [name for name in sys.modules if name.startswith("cs336_basics.")]:
            del sys.modules[name]
    sys.modules.pop("adapters", None)
    for place in (folder, package):  # what an import may have listed before files changed
        sys.path_importer_cache.pop(str(place), None)
    OwnModules.folder = str(folder)
    if OwnModules not in sys.meta_path:
        sys.meta_path.insert(0, OwnModules)
    return importlib.import_module("adapters")


# What a call may change because that is its purpose: adapter → names or positions of arguments.
_IN_PLACE: dict[str, set[int | str]] = {
    "run_optimizer": {1, "params"},
    "run_optimizer_resumed": {1, "params"},
}


class Adapters:
    """What a test sees of a submission: `adapters.run_<name>(...)`.

    Every call is checked to leave its tensor, array, list and dict arguments as they were, but
    for those it is there to change (models, optimizers, file objects, optimized parameters).
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
        and raises nothing. For the names see Conditions.
        """
        return _Observed(self, Conditions(**conditions))

    def latest_call(self) -> str:
        """Say the latest call: the adapter's name and its arguments; "" before the first."""
        if self._latest is None:
            return ""
        name, args, kwargs = self._latest
        shown = [describe(arg) for arg in args]
        shown += [f"{key}={describe(value)}" for key, value in kwargs.items()]
        return f"{name}({', '.join(shown)})"

    def source(self, path: str) -> str:
        """Return the text of a file of the submission, such as "cs336_basics/optim.py"."""
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
        free = _IN_PLACE.get(name, set())
        items: list[tuple[int | str, Any]] = [*enumerate(args), *kwargs.items()]
        kept = {key: (value, _snapshot(value)) for key, value in items if key not in free}
        models = [(value, _names(value)) for _, value in items if isinstance(value, nn.Module)]
        observation = self._caller.call(name, args, kwargs, conditions)
        self.raised_at = observation.where
        self.exited = isinstance(observation.error, SystemExit)
        for model, before in models:
            if _names(model) != before:
                odd = ", ".join(sorted(_names(model) ^ before)[:5])
                fail(f"{name} changed which parameters and buffers the model has: {odd}")
        for key, (value, before) in kept.items():
            if not _same(value, before):
                which = key if isinstance(key, str) else f"number {key + 1}"
                if isinstance(value, torch.Tensor) and value.requires_grad != before[1][0]:
                    verb = "requires a gradient" if value.requires_grad else "requires no gradient"
                    fail(
                        f"{name} changed its argument {which} ({describe(value)}): it {verb} now",
                        "leave requires_grad of what the caller gave as it is",
                    )
                was = _as_it_was(value, before)
                given = [was if k == key else v for k, v in items]
                named = dict(zip(kwargs, given[len(args) :], strict=True))
                self._latest = name, tuple(given[: len(args)]), named
                now = "" if was is value else f": it is {describe(value)} now"
                fail(
                    f"{name} changed its argument {which} ({describe(was)}){now}",
                    "work on a copy, or out of place: the caller still needs this value",
                )
        return observation


class _Observed:
    def __init__(self, adapters: Adapters, conditions: Conditions) -> None:
        self._adapters = adapters
        self._conditions = conditions

    def __getattr__(self, name: str) -> Any:
        def run(*args: Any, **kwargs: Any) -> Observation:
            return self._adapters._call(name, args, kwargs, self._conditions)

        return run


_UNSEEN = object()
_PLAIN = {int, float, complex, str, bytes, bool, type(None)}


def _names(model: nn.Module) -> set[str]:
    """Return what a model's parameters and buffers are called, and their shapes."""
    parameters = model.named_parameters(remove_duplicate=False)
    buffers = model.named_buffers(remove_duplicate=False)
    return {
        f"{kind} {name} of shape {tuple(tensor.shape)}"
        for kind, tensors in (("parameter", parameters), ("buffer", buffers))
        for name, tensor in tensors
    }


def _snapshot(value: Any) -> Any:
    """Return a copy of what a call must leave alone; _UNSEEN for what `_same` does not look at."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, torch.Tensor):
        return _UNSEEN if value.is_meta else (value.detach().clone(), _place(value))
    if isinstance(value, dict):
        return {key: _snapshot(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_snapshot(item) for item in value]
    if type(value) is np.ndarray:
        return value.copy()
    return _UNSEEN


def _place(tensor: torch.Tensor) -> tuple[Any, ...]:
    """Return where a tensor's elements are, which moving it into other memory would change."""
    memory = tensor.untyped_storage().data_ptr()
    return tensor.requires_grad, tensor.stride(), tensor.storage_offset(), memory


def _same(value: Any, before: Any) -> bool:
    if before is _UNSEEN:
        return True
    if type(value) in _PLAIN:
        return type(value) is type(before) and (value == before or value != value)
    if isinstance(value, torch.Tensor) and isinstance(before, tuple):
        elements, place = before
        same = value.shape == elements.shape and _place(value) == place
        return same and _equal(value.detach(), elements)
    if isinstance(value, dict) and isinstance(before, dict):
        return value.keys() == before.keys() and all(_same(value[k], before[k]) for k in before)
    if isinstance(value, list | tuple) and isinstance(before, list):
        return len(value) == len(before) and all(map(_same, value, before))
    if isinstance(value, np.ndarray) and isinstance(before, np.ndarray):
        return value.shape == before.shape and value.tobytes() == before.tobytes()
    return False


def _as_it_was(value: Any, before: Any) -> Any:
    """Return a list of numbers or the like as it was; of what else changed, the value as it is."""
    plain = isinstance(value, list) and all(type(item) in _PLAIN for item in before)
    return before if plain else value


def _equal(value: torch.Tensor, before: torch.Tensor) -> bool:
    if value.dtype != before.dtype:
        return False
    return torch.equal(value, before) or bool(same_elements(value, before).all())
