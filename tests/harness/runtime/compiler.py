"""Put off loading torch's compiler until something compiles.

The first step of a torch.optim optimizer, the first checkpointed pass and the first gradient of
torch.func import torch._dynamo: as long again as `import torch`, only to mark functions that a
compiler is to leave alone. Until anything else of it is asked for, a stand-in answers that there
is nothing to mark.
"""

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import torch

_NAME = "torch._dynamo"
_LIGHT = f"{_NAME}.config"  # settings alone, which checkpointing reads


class _Autograd:
    """torch._dynamo.compiled_autograd, which torch.func turns off for each gradient."""

    _disable = nullcontext

    def __getattr__(self, name: str) -> Any:
        """Load the compiler, and answer as it does."""
        return getattr(_load().compiled_autograd, name)


class _StandIn(ModuleType):
    """torch._dynamo as far as torch asks for it when nothing is compiled."""

    compiled_autograd = _Autograd()

    def disable(self, fn: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return the function: no compiler will see it."""
        return fn if fn is not None else lambda function: function

    def graph_break(self, *args: Any, **kwargs: Any) -> None:
        """Do nothing: there is no graph to break."""

    def __getattr__(self, name: str) -> Any:
        """Load the settings, or the compiler itself, and answer as it does."""
        if name.startswith("__"):
            raise AttributeError(name)
        if f"{_NAME}.{name}" == _LIGHT:
            return importlib.import_module(_LIGHT)
        return getattr(_load(), name)


class _Finder:
    """Loads the compiler before any module of it is imported by name."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Say where a module is found: there already, if loading the compiler loaded it."""
        if not name.startswith(f"{_NAME}.") or name == _LIGHT:
            return None
        _load()
        module = sys.modules.pop(name, None)  # else importlib would run what is loaded again
        return None if module is None else ModuleSpec(name, _Present(module))  # type: ignore[arg-type]


class _Present:
    """A loader of a module that is loaded."""

    def __init__(self, module: ModuleType) -> None:
        self._module, self._spec = module, module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module."""
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module as it was."""
        module.__spec__ = self._spec


_FINDER: Any = _Finder()


def put_off_compiler() -> None:
    """Let the stand-in take the compiler's place, unless the compiler is loaded."""
    if _NAME in sys.modules:
        return
    stand_in = _StandIn(_NAME)
    stand_in.__path__ = [f"{torch.__path__[0]}/_dynamo"]
    sys.modules[_NAME] = stand_in
    torch._dynamo = stand_in  # type: ignore[assignment]
    sys.meta_path.insert(0, _FINDER)


def _load() -> ModuleType:
    """Load the compiler in the stand-in's place."""
    if isinstance(sys.modules.get(_NAME), _StandIn):
        sys.meta_path.remove(_FINDER)
        del sys.modules[_NAME]
    return importlib.import_module(_NAME)
