"""Import a submission: its adapters.py, with its own cs336_basics and no other."""

import importlib
import random
import sys
import warnings
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np
import torch

from tests.harness.runtime.process_state import current_settings, restore_settings

_PACKAGE = "cs336_basics"


class MissingAdapter(AttributeError):
    """The submission's adapters.py lacks a function that the suite calls."""


def import_adapters(folder: Path) -> ModuleType:
    """Import adapters.py from a submission's folder; cs336_basics comes from there too.

    Raises:
        ImportError: the folder has no cs336_basics.
        BaseException: whatever adapters.py raises when it is imported.
    """
    package = folder / _PACKAGE
    if not package.is_dir():
        raise ImportError(f"{folder} has no folder {_PACKAGE}")
    sys.path.insert(0, str(folder))
    if sys.modules.pop(_PACKAGE, None):
        for name in [name for name in sys.modules if name.startswith(f"{_PACKAGE}.")]:
            del sys.modules[name]
    sys.modules.pop("adapters", None)
    for searched in (folder, package):  # files may have changed since an import listed them
        sys.path_importer_cache.pop(str(searched), None)
    SubmissionFinder.folder = str(folder)
    if SubmissionFinder not in sys.meta_path:
        sys.meta_path.insert(0, SubmissionFinder)
    return importlib.import_module("adapters")


def import_modules_of(adapter: Any) -> None:
    """Import the modules that an adapter imports, so that an observed call does not include it.

    Otherwise the first call alone would show what its module does on import. A module that cannot
    be imported is skipped here: the adapter raises the error itself.
    """
    code = getattr(adapter, "__code__", None)
    for name in code.co_names if isinstance(code, CodeType) else ():
        if name.startswith(f"{_PACKAGE}."):
            with suppress(Exception):
                importlib.import_module(name)


class SubmissionFinder:
    """A meta-path finder that takes cs336_basics from the submission's folder and nowhere else.

    Without it an editable installation could supply the modules of another clone, and Python could
    prefer a package with an `__init__.py` elsewhere to the submission's package without one.
    """

    folder = ""  # the submission's

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the spec of a module of the package; None for any other module."""
        if name.split(".")[0] != _PACKAGE:
            return None
        spec = PathFinder.find_spec(name, path or [cls.folder])
        if spec is None and "." in name:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if spec is not None and isinstance(loader := spec.loader, SourceFileLoader):
            spec.loader = _RestoringLoader(loader.name, loader.path)
        return spec


class _RestoringLoader(SourceFileLoader):
    """A loader that restores the process's settings, generators and warnings after the import.

    Otherwise the first call alone would run with what the module changed.
    """

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, then restore what it changed."""
        settings = current_settings()
        states = random.getstate(), np.random.get_state(), torch.default_generator.get_state()
        try:
            with warnings.catch_warnings():
                super().exec_module(module)
        finally:
            restore_settings(settings)
            torch.set_float32_matmul_precision("highest")
            random.setstate(states[0])
            np.random.set_state(states[1])
            torch.default_generator.set_state(states[2])
