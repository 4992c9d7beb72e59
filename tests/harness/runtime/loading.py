"""Import a submission: its adapters.py, with its own cs336_basics and no other's."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

from tests.harness.runtime.own_modules import OwnModules


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
