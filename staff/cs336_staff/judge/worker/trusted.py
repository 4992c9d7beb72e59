"""What only the judge may send: models, optimizers, gradient scalers, memory maps, open files.

These cross as pickles, which only the worker reads; their tensors cross by number, so that a
parameter is one and the same in the model, the optimizer and the list of arguments. Nothing that
comes back from a worker is ever unpickled.
"""

import collections
import io
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from . import tags
from .buffers import Buffer
from .decode import Decoder
from .encode import Encoder
from .files import open_file

SCALERS = (torch.amp.GradScaler, torch.cuda.amp.GradScaler)


def _rebuild_scaler(kind: Any, state: dict[str, Any]) -> Any:
    scaler = kind.__new__(kind)
    scaler.__dict__.update(state)
    scaler._per_optimizer_states = collections.defaultdict(
        torch.amp.grad_scaler._refresh_per_optimizer_state
    )
    return scaler


class _Pickler(pickle.Pickler):
    def __init__(self, file: Any, encoder: "TrustedEncoder", tensors: list[Tensor]) -> None:
        super().__init__(file, protocol=5)
        self._encoder = encoder
        self._tensors = tensors
        self._new: dict[int, int] = {}

    def persistent_id(self, value: Any) -> Any:
        if isinstance(value, Tensor):
            number = self._encoder.table.find(value)
            if number is not None:
                return "known", number
            if id(value) not in self._new:
                self._new[id(value)] = len(self._tensors)
                self._tensors.append(value)
            return "new", self._new[id(value)]
        if isinstance(value, nn.Module | torch.optim.Optimizer):
            number = self._encoder.table.find(value)
            return None if number is None else ("known", number)
        return None

    def reducer_override(self, value: Any) -> Any:
        if type(value) in SCALERS:
            return _rebuild_scaler, (type(value), dict(value.__dict__))
        return NotImplemented


class TrustedEncoder(Encoder):
    """Writes what the judge sends."""

    maps = True

    def other(self, value: Any, depth: int) -> None:
        """Write a model, an optimizer, or anything else that can be pickled."""
        file = io.BytesIO()
        tensors: list[Tensor] = []
        _Pickler(file, self, tensors).dump(value)
        self.out.byte(tags.OBJECT)
        self.out.number(len(tensors))
        for tensor in tensors:
            self.value(tensor, depth + 1)
        self.out.numbers(tuple(self.table.find(tensor) or 0 for tensor in tensors))
        self.out.blob(file.getbuffer())
        self.table.add(value)


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, decoder: "TrustedDecoder", numbers: tuple[int, ...]) -> None:
        super().__init__(file)
        self._objects = decoder.table.objects
        self._numbers = numbers

    def persistent_load(self, pid: Any) -> Any:
        kind, number = pid
        return self._objects[number if kind == "known" else self._numbers[number]]


class TrustedDecoder(Decoder):
    """Reads what the judge sent; runs in the worker alone."""

    def other(self, depth: int) -> Any:
        """Read an object."""
        for _ in range(self.input.number(0, self.limits.items)):
            self.value(depth + 1)
        numbers = self.input.numbers(self.limits.items)
        return _Unpickler(io.BytesIO(self.input.blob()), self, numbers).load()

    def mapped(self) -> Buffer:
        """Map a file, as the judge has it mapped."""
        path, mode = Path(self.input.text()), self.input.text()
        start, size = self.input.number(), self.input.number()
        mode = "r+" if mode == "w+" else mode
        owner = np.memmap(path, np.uint8, mode, start, (size,))  # type: ignore[call-overload]
        return Buffer(owner, owner.ctypes.data, size, mapped=(path, mode, start))

    def file(self) -> Any:
        """Read a file object and open it."""
        return self._add(open_file(self.input))
