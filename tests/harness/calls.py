"""Record which of torch's functions a call uses, and whose code it is that uses them.

A source can hide which function it gets hold of, but not from torch, which says here under which
name it knows each one.

Not seen: other threads, and what torch calls within its functions and in TorchScript.
"""

import sys
from types import FrameType
from typing import Any

from torch import Tensor
from torch.overrides import TorchFunctionMode

_getframe = sys._getframe  # bound now: a submission may patch the module
_get_item = Tensor.__getitem__


class Calls(TorchFunctionMode):
    """A mode that notes functions as "module name".

    The module is the one whose code made the call: the innermost that is not torch's, or is an
    optimizer of torch's. The name is torch's, such as "reshape" or, of an attribute, "T"; an index
    that adds an axis is "[None]".

    Attributes:
        seen: each one once, in the order of their first calls.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, None] = {}

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict | None = None
    ) -> Any:
        self.seen[f"{_caller()} {_name(func, args)}"] = None
        return func(*args, **(kwargs or {}))


def _caller() -> str:
    frame: FrameType | None = _getframe(2)
    while frame:
        module = _module(frame)
        of_optimizer = module.startswith("torch.optim.") and module != "torch.optim.optimizer"
        if of_optimizer or module.split(".")[0] != "torch":
            return module
        frame = frame.f_back
    return "?"


def _module(frame: FrameType) -> str:
    """Return the module whose code a frame runs; "?" where it only calls itself by that name."""
    name = str(frame.f_globals.get("__name__"))
    known = getattr(sys.modules.get(name), "__dict__", None) is frame.f_globals
    return name if known else "?"


def _name(func: Any, args: tuple[Any, ...]) -> str:
    if func is _get_item and len(args) == 2:
        parts = args[1] if isinstance(args[1], tuple) else (args[1],)
        if any(part is None or isinstance(part, bool) for part in parts):
            return "[None]"
    name = str(getattr(func, "__name__", "?"))
    if name in ("__get__", "__set__"):
        name = str(getattr(func.__self__, "__name__", name))
    return name
