"""Import the reference's modules, even if another cs336_basics is imported already."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from cs336_staff.paths import SOLUTION
from tests.harness.plugin.problems import all_problems


@contextmanager
def reference() -> Iterator[dict[str, ModuleType]]:
    """Yield the reference's modules by name, then restore the imports."""
    before = _take_out()
    sys.path.insert(0, str(SOLUTION))
    try:
        names = dict.fromkeys(problem.module for problem in all_problems().values())
        yield {name: _imported(name) for name in names}
    finally:
        sys.path.remove(str(SOLUTION))
        _take_out()
        sys.modules.update(before)


def _imported(name: str) -> ModuleType:
    module = importlib.import_module(f"cs336_basics.{name}")
    if SOLUTION not in Path(str(module.__file__)).parents:  # an installed copy was found instead
        raise ImportError(f"{SOLUTION} has no cs336_basics/{name}.py")
    return module


def _take_out() -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name.split(".")[0] == "cs336_basics"]
    return {name: sys.modules.pop(name) for name in names}
