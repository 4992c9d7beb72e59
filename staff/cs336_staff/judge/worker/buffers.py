"""The memory that tensors and arrays look into, and the tables that keep track of both.

The judge and the worker number the same things in the same order, so a number means the same
thing to both: that is how a result can *be* an argument, or look into its storage.
"""

import ctypes
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .wire import Refused, WireError

_SMALL = 2**16  # bytes that are copied sooner than looked at in place


class Buffer:
    """A stretch of memory: a torch storage, the base of arrays, or a memory map."""

    def __init__(
        self,
        owner: Any,
        address: int,
        size: int,
        device: str = "cpu",
        mapped: tuple[Path, str, int] | None = None,
    ) -> None:
        self.owner = owner
        self.address = address
        self.size = size
        self.device = device
        self.mapped = mapped
        self.sent: bytes | memoryview | None = None
        self._storage: torch.UntypedStorage | None = None

    @classmethod
    def of_storage(cls, storage: torch.UntypedStorage) -> "Buffer":
        """Wrap a torch storage."""
        return cls(storage, storage.data_ptr(), storage.nbytes(), str(storage.device))

    @classmethod
    def of_bytes(cls, data: memoryview, device: str) -> "Buffer":
        """Make a torch storage that holds a copy of the data."""
        storage = torch.UntypedStorage.from_buffer(data, dtype=torch.uint8)
        if device != "cpu":
            storage = storage.to(device=device)
        return cls(storage, storage.data_ptr(), data.nbytes, device)

    @property
    def storage(self) -> torch.UntypedStorage:
        """The memory as a torch storage."""
        if isinstance(self.owner, torch.UntypedStorage):
            return self.owner
        if self._storage is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a memory map that may not be written
                self._storage = torch.from_numpy(self.owner).untyped_storage()
        return self._storage

    @property
    def array(self) -> np.ndarray:
        """The memory as an array of bytes."""
        if isinstance(self.owner, np.ndarray):
            return self.owner
        return _bytes_of(self.owner).numpy()

    def read(self) -> memoryview:
        """Return the contents."""
        if not isinstance(self.owner, torch.UntypedStorage):
            contents: memoryview = self.owner.data
            return contents
        if self.owner.device.type != "cpu":
            copied: memoryview = _bytes_of(self.owner).cpu().numpy().data
            return copied
        size = self.owner.nbytes()  # not by way of an array: that would forbid resize_
        if size <= _SMALL:
            return memoryview(ctypes.string_at(self.owner.data_ptr() or 1, size))
        memory = (ctypes.c_ubyte * size).from_address(self.owner.data_ptr() or 1)
        memory.owner = self.owner  # type: ignore[attr-defined]  # alive for as long as the view is
        return memoryview(memory).cast("B")

    def write(self, data: memoryview) -> None:
        """Replace the contents, in place."""
        source = torch.UntypedStorage.from_buffer(data, dtype=torch.uint8)
        self.storage.copy_(source)


def _bytes_of(storage: torch.UntypedStorage) -> Tensor:
    return torch.empty(0, dtype=torch.uint8, device=storage.device).set_(storage)


class Table:
    """Everything that has crossed during one call, by number."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.buffers: list[Buffer] = []
        self._numbers: dict[int, int] = {}
        self._storages: dict[int, int] = {}
        self._arrays: dict[int, int] = {}

    def add(self, value: Any) -> int:
        """Number an object."""
        self._numbers[id(value)] = len(self.objects)
        self.objects.append(value)
        return len(self.objects) - 1

    def find(self, value: Any) -> int | None:
        """Return an object's number, if it has one."""
        return self._numbers.get(id(value))

    def tensors(self) -> Iterator[tuple[int, Tensor]]:
        """Yield the tensors with their numbers."""
        return ((i, x) for i, x in enumerate(self.objects) if isinstance(x, Tensor))

    def add_buffer(self, buffer: Buffer) -> int:
        """Number a buffer."""
        self.buffers.append(buffer)
        number = len(self.buffers) - 1
        if isinstance(buffer.owner, torch.UntypedStorage):
            self._storages[buffer.owner._cdata] = number
        else:
            self._arrays[id(buffer.owner)] = number
        return number

    def buffer_of_tensor(self, tensor: Tensor) -> tuple[int, int]:
        """Return the number of a tensor's buffer (new or not) and the tensor's offset in bytes."""
        storage = tensor.untyped_storage()
        offset = int(tensor.storage_offset()) * tensor.element_size()
        number = self._storages.get(storage._cdata)
        if number is not None:
            return number, offset
        if storage.device.type == "cpu":
            found = self._containing(storage.data_ptr(), storage.nbytes())
            if found is not None:
                shift = storage.data_ptr() - self.buffers[found].address
                if (shift + offset) % tensor.element_size() == 0:
                    return found, shift + offset
        return self.add_buffer(Buffer.of_storage(storage)), offset

    def buffer_of_array(self, array: np.ndarray) -> tuple[int, int]:
        """Return the number of an array's buffer (new or not) and the array's offset in bytes."""
        base = array
        while isinstance(base.base, np.ndarray):
            base = base.base
        address = array.__array_interface__["data"][0]
        low, high = np.lib.array_utils.byte_bounds(base)
        found = self._containing(low, high - low)
        if found is None:
            owner = np.lib.stride_tricks.as_strided(
                np.asarray(base).reshape(-1)[:0].view(np.uint8) if base.size == 0 else _raw(base),
                (high - low if base.size else 0,),
                (1,),
                writeable=base.flags.writeable,
            )
            buffer = Buffer(owner, low, owner.nbytes, mapped=_mapping(base))
            found = self.add_buffer(buffer)
        return found, (address - self.buffers[found].address) if array.size else 0

    def _containing(self, address: int, size: int) -> int | None:
        if size == 0:
            return None
        for number, buffer in enumerate(self.buffers):
            start = buffer.address
            if (
                buffer.device == "cpu"
                and start <= address
                and address + size <= start + buffer.size
            ):
                return number
        return None


def _raw(base: np.ndarray) -> np.ndarray:
    """Return the first bytes of an array's memory, as an array that keeps it alive."""
    if any(stride < 0 for stride in base.strides):
        raise Refused("an array whose memory runs backwards")
    first = base[(slice(0, 1),) * base.ndim] if base.ndim else base.reshape(1)
    return np.asarray(first).reshape(-1).view(np.uint8)


def _mapping(base: np.ndarray) -> tuple[Path, str, int] | None:
    if isinstance(base, np.memmap) and base.filename is not None:
        return Path(base.filename), str(base.mode), int(base.offset)
    return None


def set_grad(tensor: Tensor, grad: Any) -> None:
    """Give a tensor its gradient; WireError where the two do not fit."""
    fits = isinstance(grad, Tensor) and grad.shape == tensor.shape and grad.dtype == tensor.dtype
    try:
        if not fits:
            raise WireError("a gradient that does not fit its tensor")
        tensor.grad = grad
    except (RuntimeError, TypeError) as error:
        raise WireError("a gradient that does not fit its tensor") from error
