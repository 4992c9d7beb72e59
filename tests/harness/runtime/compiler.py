"""Import torch's compiler only when something compiles.

The first step of a torch.optim optimizer, the first checkpointed pass and the first gradient of
torch.func import torch._dynamo. That takes as long as `import torch`, and serves only to mark
functions that the compiler must skip. A stand-in module provides these markers as no-ops; any other
attribute of it imports the compiler. A backward pass from a given gradient compares two shapes, and
imports sympy for it: a second stand-in compares them.
"""

import importlib
import importlib.util
import operator
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import torch

_NAME = "torch._dynamo"
_CONFIG = f"{_NAME}.config"  # read by checkpointing; imports fast, without the compiler
_SHAPES = "torch.fx.experimental.symbolic_shapes"


class _CompiledAutograd:
    """Stand in for torch._dynamo.compiled_autograd, which torch.func disables for each gradient."""

    _disable = nullcontext

    def __getattr__(self, name: str) -> Any:
        """Import the compiler and return its attribute."""
        return getattr(_import_compiler().compiled_autograd, name)


class _StandIn(ModuleType):
    """The part of torch._dynamo that torch uses when nothing is compiled."""

    compiled_autograd = _CompiledAutograd()

    def disable(self, fn: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return the function unchanged; without one, return a decorator that does."""
        return fn if fn is not None else lambda function: function

    def graph_break(self, *args: Any, **kwargs: Any) -> None:
        """Do nothing: there is no graph to break."""

    def __getattr__(self, name: str) -> Any:
        """Import the settings or the compiler, and return the attribute."""
        if name.startswith("__"):
            raise AttributeError(name)
        if f"{_NAME}.{name}" == _CONFIG:
            return importlib.import_module(_CONFIG)
        return getattr(_import_compiler(), name)


class _Shapes(ModuleType):
    """The part of symbolic_shapes that torch uses where shapes are numbers."""

    expect_true = staticmethod(bool)
    sym_eq = staticmethod(operator.eq)

    def __getattr__(self, name: str) -> Any:
        """Import the module and return its attribute."""
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(_SHAPES) is self:
            del sys.modules[_SHAPES]
        return getattr(importlib.import_module(_SHAPES), name)


class _CompilerFinder:
    """A meta-path finder that imports the compiler before any of its submodules."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a submodule that importing the compiler has loaded, else None."""
        if not name.startswith(f"{_NAME}.") or name == _CONFIG:
            return None
        _import_compiler()
        module = sys.modules.pop(name, None)  # else importlib runs it a second time
        return None if module is None else ModuleSpec(name, _LoadedModule(module))  # type: ignore[arg-type]


class _LoadedModule:
    """A loader that returns a module which is loaded already."""

    def __init__(self, module: ModuleType) -> None:
        self._module, self._spec = module, module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the loaded module."""
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the spec; do not run the module again."""
        module.__spec__ = self._spec


_FINDER: Any = _CompilerFinder()


def defer_compiler() -> None:
    """Register the stand-ins, each unless its module is loaded."""
    if _SHAPES not in sys.modules:
        shapes = sys.modules[_SHAPES] = _Shapes(_SHAPES)
        importlib.import_module("torch.fx.experimental").symbolic_shapes = shapes  # type: ignore[attr-defined]
    if _NAME in sys.modules:
        return
    stand_in = _StandIn(_NAME)
    stand_in.__path__ = [f"{torch.__path__[0]}/_dynamo"]
    sys.modules[_NAME] = stand_in
    torch._dynamo = stand_in  # type: ignore[assignment]
    sys.meta_path.insert(0, _FINDER)


def _import_compiler() -> ModuleType:
    """Replace the stand-in by the compiler and return it."""
    if isinstance(sys.modules.get(_NAME), _StandIn):
        sys.meta_path.remove(_FINDER)
        del sys.modules[_NAME]
    return importlib.import_module(_NAME)
