"""Record which of torch's functions a call uses, and whose code calls them.

Source code can hide which function it calls, but torch reports the name of each function that runs.
What other threads call is not recorded, nor what code outside torch does to a tensor's elements.
"""

import re
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from types import FrameType
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

_getframe = sys._getframe  # bound now: a submission may patch the module
_get_item, _view, _to_list = Tensor.__getitem__, Tensor.view, Tensor.tolist
_in_backward = torch._C._current_graph_task_id
_MANY = 1000  # elements
AUTOGRAD = "autograd"
_TEXT = re.compile(r"(.*):(\d{1,9}) (.*)", re.DOTALL)
EXPANDING = {"expand", "expand_as", "broadcast_to", "repeat", "tile"}  # these may also add axes


@dataclass(frozen=True)
class TorchCall:
    """A call of one of torch's functions.

    Attributes:
        name: torch's name of the function, such as "reshape", or of the attribute, such as "T".
            Some calls have names of their own: "[None]" is an index that adds an axis,
            "view(dtype)" a view that keeps the axes, "tolist(many)" a tolist of more than 1000
            elements, "item" a tolist of one element. An expand that adds axes is recorded
            twice, as "expand" and as "expand to more dims". AUTOGRAD says that autograd ran a
            backward pass.
        module: the module that made the call: the innermost that is not part of torch, or is one of
            torch's optimizers.
        line: the line in that module.
    """

    name: str
    module: str
    line: int

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.name}"

    @classmethod
    def of(cls, text: str) -> "TorchCall":
        """Parse what `str` wrote."""
        found = _TEXT.fullmatch(text)
        return cls(found[3], found[1], int(found[2])) if found else cls(text, "?", 0)


class TorchCalls:
    """A context that records torch's functions, and operators that run without a function.

    Attributes:
        seen: each TorchCall once, as text, in the order of their first calls.
    """

    def __init__(self) -> None:
        self.seen: dict[str, None] = {}
        self._modes = ExitStack()

    def __enter__(self) -> "TorchCalls":
        self._modes.enter_context(_Operators(self.seen))
        self._modes.enter_context(_Functions(self.seen))
        return self

    def __exit__(self, *error: object) -> None:
        self._modes.close()


class _Functions(TorchFunctionMode):
    """Record the functions that are called, but not what these call in turn."""

    def __init__(self, seen: dict[str, None]) -> None:
        super().__init__()
        self._seen = seen

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict | None = None
    ) -> Any:
        caller = _caller(_getframe(1))
        if not caller:
            return func(*args, **(kwargs or {}))
        given = [*args, *(kwargs or {}).values()]
        name = _name(func, given)
        self._seen[str(TorchCall(name, *caller))] = None
        result = func(*args, **(kwargs or {}))
        if (plain := name.removesuffix("_copy")) in EXPANDING:
            dims = [x.ndim for x in (*given, result) if isinstance(x, Tensor)]
            if dims and dims[-1] > dims[0]:
                self._seen[str(TorchCall(f"{plain} to more dims", *caller))] = None
        return result


class _Operators(TorchDispatchMode):
    """Record operators that no recorded function runs, as in TorchScript, and backward passes."""

    def __init__(self, seen: dict[str, None]) -> None:
        super().__init__()
        self._seen = seen

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict | None = None
    ) -> Any:
        caller = _caller(_getframe(1))
        if _in_backward() != -1:
            self._seen[str(TorchCall(AUTOGRAD, *(caller or ("?", 0))))] = None
        if caller:
            self._seen[str(TorchCall(func.overloadpacket.__name__, *caller))] = None
        return func(*args, **(kwargs or {}))


def _caller(frame: FrameType | None) -> tuple[str, int] | None:
    """Return the calling module and line; None inside a function that is recorded already."""
    inside_call = False
    while frame:
        module = _module(frame)
        is_optimizer = module.startswith("torch.optim.") and module != "torch.optim.optimizer"
        if module == __name__:
            if inside_call and frame.f_code is _Functions.__torch_function__.__code__:
                return None
        elif is_optimizer or module.split(".")[0] != "torch":
            return module, frame.f_lineno
        inside_call = True
        frame = frame.f_back
    return "?", 0


def _module(frame: FrameType) -> str:
    """Return the module whose code a frame runs; "?" where `__name__` is forged."""
    name = str(frame.f_globals.get("__name__"))
    known = getattr(sys.modules.get(name), "__dict__", None) is frame.f_globals
    return name if known else "?"


def _name(func: Any, arguments: list[Any]) -> str:
    first, *given = arguments or [None]
    if func is _to_list and not 1 < first.numel() <= _MANY:
        return "tolist(many)" if first.numel() > _MANY else "item"
    if func is _get_item and len(given) == 1:
        parts = given[0] if isinstance(given[0], tuple) else given
        if any(part is None or isinstance(part, bool) for part in parts):
            return "[None]"
    if func is _view and len(given) == 1 and isinstance(given[0], torch.dtype):
        return "view(dtype)"
    name = str(getattr(func, "__name__", "?"))
    if name in ("__get__", "__set__"):
        name = str(getattr(func.__self__, "__name__", name))
    return name.partition(".")[0]  # an overload's name is "operator.overload"
