"""Describe values and errors in a few words, however large they are."""

import re
import reprlib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor


def describe(value: Any) -> str:
    """Describe a value: tensors and arrays by dtype and shape, others by their repr, cut."""
    try:
        text = _SHORT_REPR.repr(value)
    except Exception:  # an object of the submission may raise anything in its repr
        return f"a {type(value).__name__} that cannot be shown"
    return (
        text
        if len(text) <= _MAX_CHARACTERS
        else f"{text[: _MAX_CHARACTERS - 20]}… ({type(value).__name__})"
    )


def call_text(name: str, args: tuple, kwargs: dict[str, Any]) -> str:
    """Describe a call: a function's name, and its arguments."""
    shown = [describe(arg) for arg in args]
    shown += [f"{key}={describe(value)}" for key, value in kwargs.items()]
    return f"{name}({', '.join(shown)})"


def describe_error(error: BaseException) -> str:
    """Describe an error by its type and its text; a bare assert has no text."""
    text, name = error_text(error), type(error).__name__
    return f"{name}: {text}" if text else name


def error_text(error: BaseException) -> str:
    """Return an error's text and its notes; the str of a submission's error may raise anything."""
    try:
        return "\n".join([str(error), *getattr(error, "__notes__", [])])
    except BaseException as second:
        return f"(its text cannot be had: {type(second).__name__})"


class _ShortRepr(reprlib.Repr):
    """A repr that reads only as much of a value as it shows: a result may hold gigabytes."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 8
        self.maxstring = self.maxother = 100

    def repr1(self, x: Any, level: int) -> str:
        """Describe tensors and arrays by dtype and shape, models and optimizers by their class."""
        if isinstance(x, Tensor):
            dtype = str(x.dtype).removeprefix("torch.")
            text = f"{dtype}[{', '.join(map(str, x.shape))}]"
            if x.layout is torch.strided and x.numel() > 1 and not x.is_contiguous():
                text += f" with strides {tuple(x.stride())}"
            return text if type(x) is Tensor else f"{type(x).__name__} {text}"
        if isinstance(x, np.ndarray):
            return f"{x.dtype} array[{', '.join(map(str, x.shape))}]"
        if isinstance(x, torch.nn.Sequential):
            return f"{type(x).__name__} of {len(x)}"
        if isinstance(x, torch.nn.Module | torch.optim.Optimizer | torch.amp.GradScaler):
            return type(x).__name__
        if isinstance(x, bytes | bytearray):
            return super().repr1(x[: self.maxstring], level)
        return super().repr1(x, level)

    def repr_str(self, x: str, level: int) -> str:
        """Describe a path by its file name; quote other text."""
        return super().repr_str(f"…/{Path(x).name}" if _PATH.fullmatch(x) else x, level)

    def repr_instance(self, x: Any, level: int) -> str:
        """Describe an object by its repr, cut; a path or an open file by its name."""
        try:
            text = _QUOTED_FOLDERS.sub("…/", repr(x))
        except Exception:
            return f"<{type(x).__name__} that cannot be shown>"
        return text if len(text) <= self.maxother else f"{text[: self.maxother - 1]}…"


_MAX_CHARACTERS = 240
_PATH = re.compile(r"/.*/[^/]+")  # its folders differ from run to run
_QUOTED_FOLDERS = re.compile(r"(?<=')/[^']*/")
_SHORT_REPR = _ShortRepr()
