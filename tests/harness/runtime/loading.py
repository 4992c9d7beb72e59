"""Import a submission: its adapters.py, with its own cs336_basics and no other."""

import importlib
import marshal
import random
import sys
import warnings
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
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
    """A meta-path finder that takes a submission's modules from its folder and nowhere else.

    Without it an editable installation could supply the modules of another clone, and Python could
    prefer a package with an `__init__.py` elsewhere to the submission's package without one.
    """

    folder = ""  # the submission's

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the spec of adapters or a module of the package; None for any other module."""
        if name != "adapters" and name.split(".")[0] != _PACKAGE:
            return None
        spec = PathFinder.find_spec(name, path or [cls.folder])
        if spec is None and "." in name:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if spec is not None and isinstance(loader := spec.loader, SourceFileLoader):
            spec.loader = _SubmissionLoader(loader.name, loader.path)
        return spec


class _SubmissionLoader(SourceFileLoader):
    """A loader that judges what is on disk, and restores what the import changed.

    Bytecode with a time is ignored and none is written: two saves of one length within a second
    would leave the first one's. The process's settings, generators and warnings are restored, or
    the first call alone would run with what the module changed.
    """

    def get_code(self, fullname: str) -> CodeType:
        """Return the compiled source; bytecode is used only where it holds the source's hash."""
        source = self.get_data(self.path)
        with suppress(OSError, ValueError):
            cached = self.get_data(cache_from_source(self.path))
            flags = int.from_bytes(cached[4:8], "little")
            if cached[:4] == MAGIC_NUMBER and flags & 1 and cached[8:16] == source_hash(source):
                return marshal.loads(cached[16:])
        return self.source_to_code(source, self.path)

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
