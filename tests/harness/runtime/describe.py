"""Say a value in a few words, however large it is."""

import re
import reprlib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor


def describe(value: Any) -> str:
    """Say a value in a few words: tensors and arrays by dtype and shape, the rest by repr, cut."""
    try:
        text = _DESCRIPTION.repr(value)
    except Exception:  # a submission may have put anything into an argument
        return f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= _MOST else f"{text[: _MOST - 20]}… ({type(value).__name__})"


def describe_error(error: BaseException) -> str:
    """Say an error by its type, and by its text where it has one: a bare assert has none.

    Lines after the first are indented, so that none of them looks like a hint of ours; nor does the
    first, whatever the type is called.
    """
    text = "\n    ".join(error_text(error).splitlines())
    name = type(error).__name__
    name = f"an error called {name}" if name == "hint" else name
    return f"{name}: {text}" if text else name


def error_text(error: BaseException) -> str:
    """Return an error's text and its notes; a submission's own error may have none to give."""
    try:
        return "\n".join([str(error), *getattr(error, "__notes__", [])])
    except Exception:
        return f"(an exception whose text cannot be had: {type(error).__name__})"


class _Description(reprlib.Repr):
    """A repr that looks at no more of a value than it shows: a result may hold gigabytes."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 8
        self.maxstring = self.maxother = 100

    def repr1(self, x: Any, level: int) -> str:
        """Say tensors, arrays and modules in the field's words."""
        if isinstance(x, Tensor):
            dtype = str(x.dtype).removeprefix("torch.")
            text = f"{dtype}[{', '.join(map(str, x.shape))}]"
            if x.layout is torch.strided and x.numel() > 1 and not x.is_contiguous():
                text += f" with strides {tuple(x.stride())}"
            return text if type(x) is Tensor else f"{type(x).__name__} {text}"
        if isinstance(x, np.ndarray):
            return f"{x.dtype} array[{', '.join(map(str, x.shape))}]"
        if isinstance(x, torch.nn.Module | torch.optim.Optimizer | torch.amp.GradScaler):
            return type(x).__name__
        if isinstance(x, bytes | bytearray):
            return super().repr1(x[: self.maxstring], level)
        return super().repr1(x, level)

    def repr_str(self, x: str, level: int) -> str:
        """Say a path by its name, other text as it is."""
        return super().repr_str(f"…/{Path(x).name}" if _FOLDERS.fullmatch(x) else x, level)

    def repr_instance(self, x: Any, level: int) -> str:
        """Say an object by its repr, cut; a path or an open file by its name."""
        try:
            text = _IN_QUOTES.sub("…/", repr(x))
        except Exception:
            return f"<{type(x).__name__} that cannot be shown>"
        return text if len(text) <= self.maxother else f"{text[: self.maxother - 1]}…"


_MOST = 240  # characters
_FOLDERS = re.compile(r"/.*/[^/]+")  # a test's differ from run to run
_IN_QUOTES = re.compile(r"(?<=')/[^']*/")
_DESCRIPTION = _Description()
