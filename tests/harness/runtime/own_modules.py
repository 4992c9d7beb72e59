"""Import a submission's own modules: from its folder alone, and with nothing left on."""

import importlib
import random
import warnings
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

import numpy as np
import torch

from tests.harness.runtime.process_state import put_back, switches


class OwnModules:
    """Find cs336_basics and its modules in the package's own folder, and nowhere else.

    An editable installation would look on where it was made from: another clone, say. And Python
    itself would look on for one with an `__init__.py`, where the package has none.
    """

    folder = ""  # the submission's

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return where a module of the package lies, and how it is run; None for any other."""
        if name.split(".")[0] != "cs336_basics":
            return None
        spec = PathFinder.find_spec(name, path or [cls.folder])
        if spec is None and "." in name:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if spec is not None and isinstance(loader := spec.loader, SourceFileLoader):
            spec.loader = _Loader(loader.name, loader.path)
        return spec


class _Loader(SourceFileLoader):
    """Runs a module, and puts back at once what it left on: else only the first call had it.

    So with generators that it seeds, and with warnings that it makes errors.
    """

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, in the process as it is."""
        before = switches()
        drawn = random.getstate(), np.random.get_state(), torch.default_generator.get_state()
        try:
            with warnings.catch_warnings():
                super().exec_module(module)
        finally:
            put_back(before)
            torch.set_float32_matmul_precision("highest")
            random.setstate(drawn[0])
            np.random.set_state(drawn[1])
            torch.default_generator.set_state(drawn[2])


def load_modules(adapter: Any) -> None:
    """Import the modules that an adapter names: what a call does begins after that.

    Else the first call alone would seem to do what its module does when it is imported. What
    cannot be imported is left for the adapter to meet.
    """
    code = getattr(adapter, "__code__", None)
    for name in code.co_names if isinstance(code, CodeType) else ():
        if name.startswith("cs336_basics."):
            with suppress(Exception):
                importlib.import_module(name)
