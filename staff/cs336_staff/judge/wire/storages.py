"""The memory that tensors and arrays look into, and the tables that keep track of both.

The judge and the problem process number the same things in the same order, so a number means the
same to both: that is how a result can *be* an argument, or look into its storage. values.py,
requests.py and changes.py use both.
"""

import contextlib
import ctypes
import os
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor, nn

from cs336_staff.judge.wire.primitives import Refused, WireError

MAPPED = "map"  # in the place of a device: a file's bytes, which do not cross
REQUIRES_GRAD, PARAMETER, META, MEMMAP, READ_ONLY = 1, 2, 4, 8, 16
DTYPES = (
    *(torch.float32, torch.float64, torch.float16, torch.bfloat16),
    *(torch.int64, torch.int32, torch.int16, torch.int8),
    *(torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.bool),
    *(torch.complex64, torch.complex128, torch.float8_e4m3fn, torch.float8_e5m2),
)
_DTYPE_NUMBERS = {dtype: number for number, dtype in enumerate(DTYPES)}
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
        self.sent: bytes | None = None  # its contents before the call, in the problem process
        self._storage: torch.UntypedStorage | None = None

    @classmethod
    def of_bytes(cls, data: bytes | memoryview, device: str) -> "Buffer":
        """Make a torch storage that holds a copy of the data."""
        storage = torch.UntypedStorage.from_buffer(data, dtype=torch.uint8)
        if device != "cpu":
            storage = storage.to(device=device)
        return cls(storage, storage.data_ptr(), storage.nbytes(), device)

    @classmethod
    def of_file(cls, folder: Path, name: str, start: int, size: int) -> "Buffer":
        """Map bytes of a file into memory, read-only; WireError where it is not in the folder."""
        inside = os.path.realpath(folder)
        place = os.path.realpath(name) if "\0" not in name else ""
        if os.path.commonpath([inside, place or "/"]) != inside:
            raise WireError("a memory map of a file outside of the test's folder")
        try:
            if not os.path.isfile(place) or os.stat(place).st_size < start + size:
                raise WireError("a memory map of a file that is not there, or not so long")
            owner = np.memmap(place, np.uint8, "r", start, (size,))
        except OSError as error:
            raise WireError("a memory map of a file that cannot be read") from error
        path = folder / os.path.relpath(place, inside)
        return cls(owner, owner.ctypes.data, size, mapped=(path, "r", start))

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

    @property
    def is_in_place(self) -> bool:
        """Whether the memory is where it was: a storage that `resize_` grew has moved."""
        owner = self.owner
        return not isinstance(owner, torch.UntypedStorage) or owner.data_ptr() == self.address

    def read(self) -> bytes | memoryview:
        """Return the contents, as bytes where they are few."""
        if not isinstance(self.owner, torch.UntypedStorage):
            contents: memoryview = self.owner.data
            return contents
        if self.device != "cpu":
            copied: memoryview = _bytes_of(self.owner).cpu().numpy().data
            return copied
        size = self.owner.nbytes()  # not by way of an array: that would forbid resize_
        if size <= _SMALL:
            return ctypes.string_at(self.owner.data_ptr() or 1, size)
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
    """Everything that has crossed during one call, by number.

    Attributes:
        folder: the running test's, by the name that both sides have for it.
    """

    folder: ClassVar[Path] = Path("/")

    def __init__(self, objects: Iterable[Any] = (), buffers: Iterable[Buffer] = ()) -> None:
        self.objects: list[Any] = []
        self.buffers: list[Buffer] = []
        self._numbers: dict[int, int] = {}
        self._storages: dict[int, int] = {}
        self._stretches: list[tuple[int, int]] = []  # of the CPU's memory, by buffer
        for value in objects:
            self.add(value)
        for buffer in buffers:
            self.add_buffer(buffer)

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
        stop = buffer.address + buffer.size if buffer.device == "cpu" else 0
        self._stretches.append((buffer.address, stop))
        if isinstance(buffer.owner, torch.UntypedStorage):
            self._storages[buffer.owner._cdata] = number
        return number

    def buffer_of_tensor(self, tensor: Tensor) -> tuple[int, int]:
        """Return the number of a tensor's buffer (new or not) and the tensor's offset in bytes."""
        storage, itemsize = tensor.untyped_storage(), tensor.element_size()
        offset = int(tensor.storage_offset()) * itemsize
        number = self._storages.get(storage._cdata)
        if number is not None:
            return number, offset
        address, size = storage.data_ptr(), storage.nbytes()
        if tensor.is_cpu:
            found = self._containing(address, size)
            if found is not None:
                shift = address - self.buffers[found].address
                if (shift + offset) % itemsize == 0:
                    return found, shift + offset
        device = "cpu" if tensor.is_cpu else str(storage.device)
        return self.add_buffer(Buffer(storage, address, size, device)), offset

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
        end = address + size
        for number, (start, stop) in enumerate(self._stretches):
            if start <= address and end <= stop and self.buffers[number].is_in_place:
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
        path = Path(base.filename)  # NumPy resolves links
        with contextlib.suppress(ValueError):
            path = Table.folder / path.relative_to(Table.folder.resolve())
        return path, str(base.mode), int(base.offset)
    return None


def dtype_number(x: Tensor) -> int:
    """Return the number of a tensor's dtype; Refused where its kind cannot cross."""
    number = _DTYPE_NUMBERS.get(x.dtype)
    if x.layout is not torch.strided or number is None:
        raise Refused(f"it holds a tensor of layout {x.layout} and dtype {x.dtype}")
    if x.is_conj() or x.is_neg():
        raise Refused("it holds a lazily conjugated or negated tensor")
    return number


def tensor_flags(x: Tensor) -> int:
    """Return what a tensor is beside its layout."""
    flags = REQUIRES_GRAD if x.requires_grad else 0
    flags |= META if x.is_meta else 0
    return flags | (PARAMETER if type(x) is nn.Parameter else 0)


def tensor_in(
    buffer: Buffer | int,
    dtype: torch.dtype,
    offset: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    flags: int,
) -> Tensor:
    """Make a tensor that looks into a buffer, on "meta" into this many bytes, from an offset on."""
    if isinstance(buffer, int):
        storage = torch.UntypedStorage(buffer, device="meta")
    else:
        storage = buffer.storage
    tensor = torch.empty(0, dtype=dtype, device=storage.device)
    tensor.set_(storage, offset // dtype.itemsize, shape, strides)
    wants = bool(flags & REQUIRES_GRAD)
    if flags & PARAMETER:
        return nn.Parameter(tensor, requires_grad=wants)
    return tensor.requires_grad_() if wants else tensor


def array_flags(array: np.ndarray) -> int:
    """Return what an array is beside its layout."""
    flags = MEMMAP if isinstance(array, np.memmap) else 0
    return flags | (0 if array.flags.writeable else READ_ONLY)


def array_in(
    buffer: Buffer,
    dtype: str,
    offset: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    flags: int,
) -> np.ndarray:
    """Make an array that looks into a buffer from an offset in bytes on."""
    if 0 in shape:
        offset, strides = 0, (0,) * len(shape)
    array = np.ndarray(shape, dtype, buffer.array, offset, strides)
    if flags & MEMMAP and buffer.mapped:
        array = array.view(np.memmap)
    if flags & READ_ONLY:
        array.flags.writeable = False
    return array


def set_grad(tensor: Tensor, grad: Any) -> None:
    """Give a tensor its gradient; WireError where the two do not fit."""
    fits = isinstance(grad, Tensor) and grad.shape == tensor.shape and grad.dtype == tensor.dtype
    try:
        if not fits:
            raise WireError("a gradient that does not fit its tensor")
        tensor.grad = grad
    except (RuntimeError, TypeError) as error:
        raise WireError("a gradient that does not fit its tensor") from error
