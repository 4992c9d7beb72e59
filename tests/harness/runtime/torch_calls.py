"""Record which of torch's functions a call uses, and whose code it is that uses them.

Source code can hide which function it calls, but not from torch: torch gives the name of each
function that runs.

Not seen: other threads, and what is done to a tensor's elements outside torch.
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
_MANY = 1000
_TEXT = re.compile(r"(.*):(\d{1,9}) (.*)", re.DOTALL)
STRETCHES = {"expand", "expand_as", "broadcast_to", "repeat", "tile"}  # dims, or adds new ones


@dataclass(frozen=True)
class TorchCall:
    """One of torch's functions that ran.

    Attributes:
        name: torch's, such as "reshape" or, of an attribute, "T"; "[None]" is an index that adds
            an axis, "view(dtype)" a view that keeps the axes, "tolist(many)" one of over 1000
            elements, "item" one of a single one, "expand to more dims" an expand that adds some
            (beside "expand").
        module: whose code made the call: the innermost that is not torch's, or is an optimizer
            of torch's.
        line: of that code.
    """

    name: str
    module: str
    line: int

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.name}"

    @classmethod
    def of(cls, text: str) -> "TorchCall":
        """Read what `str` wrote."""
        found = _TEXT.fullmatch(text)
        return cls(found[3], found[1], int(found[2])) if found else cls(text, "?", 0)


class TorchCalls:
    """A context that notes what torch runs: functions, and operators reached without one of them.

    Attributes:
        seen: each TorchCall once, as a text, in the order of their first calls.
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
    """Notes the functions that are called; not what each calls while it runs."""

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
        if (plain := name.removesuffix("_copy")) in STRETCHES:
            dims = [x.ndim for x in (*given, result) if isinstance(x, Tensor)]
            if dims and dims[-1] > dims[0]:
                self._seen[str(TorchCall(f"{plain} to more dims", *caller))] = None
        return result


class _Operators(TorchDispatchMode):
    """Notes the operators of other code than torch's: in TorchScript, or what torch calls back."""

    def __init__(self, seen: dict[str, None]) -> None:
        super().__init__()
        self._seen = seen

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict | None = None
    ) -> Any:
        if caller := _caller(_getframe(1)):
            self._seen[str(TorchCall(func.overloadpacket.__name__, *caller))] = None
        return func(*args, **(kwargs or {}))


def _caller(frame: FrameType | None) -> tuple[str, int] | None:
    """Return whose code calls, and its line; None for what a noted function calls."""
    within = False
    while frame:
        module = _module(frame)
        of_optimizer = module.startswith("torch.optim.") and module != "torch.optim.optimizer"
        if module == __name__:
            if within and frame.f_code is _Functions.__torch_function__.__code__:
                return None
        elif of_optimizer or module.split(".")[0] != "torch":
            return module, frame.f_lineno
        within = True
        frame = frame.f_back
    return "?", 0


def _module(frame: FrameType) -> str:
    """Return the module whose code a frame runs; "?" where it only calls itself by that name."""
    name = str(frame.f_globals.get("__name__"))
    known = getattr(sys.modules.get(name), "__dict__", None) is frame.f_globals
    return name if known else "?"


def _name(func: Any, arguments: list[Any]) -> str:
    of, *given = arguments or [None]
    if func is _to_list and not 1 < of.numel() <= _MANY:
        return "tolist(many)" if of.numel() > _MANY else "item"  # one has no axes to move
    if func is _get_item and len(given) == 1:
        parts = given[0] if isinstance(given[0], tuple) else given
        if any(part is None or isinstance(part, bool) for part in parts):
            return "[None]"
    if func is _view and len(given) == 1 and isinstance(given[0], torch.dtype):
        return "view(dtype)"
    name = str(getattr(func, "__name__", "?"))
    if name in ("__get__", "__set__"):
        name = str(getattr(func.__self__, "__name__", name))
    return name.partition(".")[0]  # of an operator's overload, the operator
