"""Read values from the wire, trusting nothing: each number is checked before it is used.

Whatever comes, a Decoder returns values, or raises WireError; it allocates no more than a small
multiple of the payload's own size, and it imports, evaluates and unpickles nothing.
"""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from . import tags
from .buffers import Buffer, Table, set_grad
from .files import read_file
from .wire import Limits, Reader

_FLOAT = struct.Struct("<d")
_MAX_DIMS = 64
_KEYS = (str, int, float, bool, bytes, type(None), tuple)


class Decoder:
    """Read values; `table` remembers what has crossed in this call, in either direction."""

    def __init__(self, payload: Any, table: Table, limits: Limits) -> None:
        self.table = table
        self.limits = limits
        self.input = Reader(payload, limits)
        self._items = 0
        self._keys = 0
        self._weights: dict[int, int] = {}

    def value(self, depth: int = 0) -> Any:
        """Read one value."""
        if depth > self.limits.depth + 2:
            self.input.fail("nested too deep")
        self._count(1)
        tag = self.input.byte()
        if tag in _CONSTANTS:
            return _CONSTANTS[tag]
        if tag in (tags.TUPLE, tags.LIST, tags.DICT):
            return self._container(tag, depth)
        if tag == tags.SLICE:
            return slice(*(self.value(depth + 1) for _ in range(3)))
        if tag == tags.TENSOR:
            return self._add(self.tensor(depth))
        if tag == tags.OBJECT:
            return self._add(self.other(depth))
        read = _SIMPLE.get(tag)
        if read is None:
            self.input.fail(f"there is no tag {tag}")
        return read(self)

    def _count(self, values: int) -> None:
        """Count values as often as whoever shows or compares the whole would meet them."""
        self._items += values
        if self._items > self.limits.items:
            self.input.fail("too many values")

    def other(self, depth: int) -> Any:
        """Read an object that only the judge may send."""
        self.input.fail("an object that a worker may not send")

    def _add(self, value: Any) -> Any:
        self.table.add(value)
        return value

    def _container(self, tag: int, depth: int) -> Any:
        before = self._items
        if tag == tags.DICT:
            result: Any = dict(self.pairs(depth + 1))
        else:
            count = self.input.number(0, self.limits.items)
            result = [self.value(depth + 1) for _ in range(count)]
            if tag == tags.TUPLE:
                return tuple(result)
        self._weights[id(self._add(result))] = self._items - before
        return result

    def pairs(self, depth: int) -> list[tuple[Any, Any]]:
        """Read a dict's keys and values; few enough that no choice of keys makes it slow."""
        count = self.input.number(0, self.limits.keys)
        self._keys += count
        if self._keys > self.limits.all_keys:
            self.input.fail("too many keys")
        return [(self.key(depth), self.value(depth)) for _ in range(count)]

    def key(self, depth: int) -> Any:
        """Read a dict's key."""
        key = self.value(depth)
        if not _is_key(key):
            self.input.fail("a dict's key that is no number or string")
        return key

    def read_int(self) -> int:
        """Read an integer of any size."""
        return int.from_bytes(self.input.blob(self.limits.integer), "little", signed=True)

    def read_float(self) -> float:
        """Read a float."""
        value: float = _FLOAT.unpack(self.input.raw(8))[0]
        return value

    def dtype(self) -> torch.dtype:
        """Read a torch dtype."""
        name = self.input.text(40)
        if name not in tags.ALL_DTYPES:
            self.input.fail("an unknown dtype")
        return tags.ALL_DTYPES[name]

    def device(self) -> torch.device:
        """Read a torch device."""
        try:
            return torch.device(self.input.text(20))
        except RuntimeError:
            self.input.fail("an unknown device")

    def ref(self) -> Any:
        """Read the number of something that has crossed already."""
        value = self.table.objects[self.input.number(0, len(self.table.objects) - 1)]
        self._count(self._weight(value))
        return value

    def settle(self, *values: Any) -> None:
        """Check that no change to a list or dict has made it, or these values, endless."""
        self._weights.clear()
        if any(self._weight(v) > self.limits.items for v in (*values, *self.table.objects)):
            self.input.fail("too many values")

    def _weight(self, value: Any) -> int:
        """Return how many values a list, tuple or dict holds, all told."""
        if type(value) not in (list, tuple, dict):
            return 1
        if id(value) not in self._weights:
            self._weights[id(value)] = self.limits.items + 1  # in case it contains itself
            items = value.values() if isinstance(value, dict) else value
            self._weights[id(value)] = 1 + sum(map(self._weight, items))
        return self._weights[id(value)]

    def numpy_dtype(self) -> np.dtype:
        """Read a NumPy dtype of numbers."""
        text = self.input.text(8)
        order, kind, size = text[:1], text[1:2], text[2:]
        sizes = tags.ARRAY_SIZES.get(kind, ())
        if order not in ("<", ">", "|") or size not in map(str, sizes):
            self.input.fail("an unknown NumPy dtype")
        return np.dtype(text)

    def file(self) -> Any:
        """Read a file object in memory."""
        return self._add(read_file(self.input))

    def numpy_scalar(self) -> Any:
        """Read a NumPy number."""
        dtype = self.numpy_dtype()
        return np.frombuffer(bytes(self.input.raw(dtype.itemsize)), dtype)[0]

    def _shape(self, itemsize: int) -> tuple[int, ...]:
        shape = self.input.numbers(_MAX_DIMS, 0)
        count = 1
        for size in shape:
            count *= max(size, 1)
        if count * itemsize > self.limits.elements:
            self.input.fail("more elements than any problem asks for")
        return shape

    def tensor(self, depth: int = 0) -> Tensor:
        """Read a tensor: its layout, memory and gradient."""
        index, flags = self.input.byte(), self.input.byte()
        if index >= len(tags.DTYPES):
            self.input.fail("an unknown dtype")
        dtype = tags.DTYPES[index]
        device = self.input.text(20)
        shape = self._shape(dtype.itemsize)
        strides = self.input.numbers(_MAX_DIMS, 0, 2**40)
        offset = self.input.number(0, 2**50)
        if len(strides) != len(shape):
            self.input.fail("as many strides as sizes are needed")
        if device == "meta":
            tensor = torch.empty_strided(shape, strides, dtype=dtype, device="meta")
        else:
            buffer = self.buffer()
            if buffer.device != device or offset % dtype.itemsize:
                self.input.fail("a tensor that does not fit its storage")
            extent = _extent(shape, strides) * dtype.itemsize
            if extent and offset + extent > buffer.size:
                self.input.fail("a tensor that reaches past its storage")
            tensor = torch.empty(0, dtype=dtype, device=device)
            tensor.set_(buffer.storage, offset // dtype.itemsize, shape, strides)
        return self._finish(tensor, flags, depth)

    def _finish(self, tensor: Tensor, flags: int, depth: int) -> Tensor:
        wants = bool(flags & tags.REQUIRES_GRAD)
        if wants and not (tensor.is_floating_point() or tensor.is_complex()):
            self.input.fail("a gradient of integers")
        if flags & tags.PARAMETER:
            tensor = nn.Parameter(tensor, requires_grad=wants)
        elif wants:
            tensor.requires_grad_()
        grad = self.value(depth + 1)
        if grad is not None:
            set_grad(tensor, grad)
        return tensor

    def array(self) -> np.ndarray:
        """Read an array and where it looks into."""
        dtype = self.numpy_dtype()
        flags = self.input.byte()
        shape = self._shape(dtype.itemsize) if not flags & tags.MEMMAP else self.input.numbers(8, 0)
        strides = self.input.numbers(_MAX_DIMS, -(2**50), 2**50)
        offset = self.input.number(0, 2**50)
        if len(strides) != len(shape):
            self.input.fail("as many strides as sizes are needed")
        buffer = self.buffer()
        if buffer.device != "cpu":
            self.input.fail("an array on another device")
        low = offset + sum(min(s, 0) * (n - 1) for n, s in zip(shape, strides, strict=True))
        high = offset + _extent(shape, tuple(max(s, 0) for s in strides), dtype.itemsize)
        if 0 not in shape and (low < 0 or high > buffer.size):
            self.input.fail("an array that reaches past its memory")
        if 0 in shape:
            offset = 0
            strides = (0,) * len(shape)
        array = np.ndarray(shape, dtype, buffer.array, offset, strides)
        if flags & tags.MEMMAP and buffer.mapped:
            array = array.view(np.memmap)
        if flags & tags.READ_ONLY:
            array.flags.writeable = False
        self.table.add(array)
        return array

    def buffer(self) -> Buffer:
        """Read a buffer's number, and its contents when it is new."""
        number = self.input.number(0, len(self.table.buffers))
        if number < len(self.table.buffers):
            return self.table.buffers[number]
        kind = self.input.byte()
        if kind == tags.MAPPED:
            self.table.add_buffer(self.mapped())
        elif kind == tags.PLAIN:
            device = self._place()
            self.table.add_buffer(Buffer.of_bytes(self.input.blob(), device))
        else:
            self.input.fail("an unknown kind of memory")
        return self.table.buffers[number]

    def _place(self) -> str:
        name = self.input.text(20)
        if name != "cpu" and name not in (f"cuda:{i}" for i in range(torch.cuda.device_count())):
            self.input.fail("memory on a device that is not here")
        return name

    def mapped(self) -> Buffer:
        """Read the place of a memory map, which only the judge may send."""
        self.input.fail("a memory map that a worker may not send")


def _extent(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int = 1) -> int:
    """Return how far the last element's end is from the first element's start."""
    if 0 in shape:
        return 0
    reach = sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
    return reach + itemsize


def _is_key(key: Any) -> bool:
    return isinstance(key, _KEYS) and (type(key) is not tuple or all(map(_is_key, key)))


_CONSTANTS: dict[int, Any] = {
    tags.NONE: None,
    tags.TRUE: True,
    tags.FALSE: False,
    tags.ELLIPSIS: ...,
}
_SIMPLE: dict[int, Any] = {
    tags.INT: Decoder.read_int,
    tags.FLOAT: Decoder.read_float,
    tags.COMPLEX: lambda self: complex(self.read_float(), self.read_float()),
    tags.TEXT: lambda self: self.input.text(),
    tags.BYTES: lambda self: bytes(self.input.blob()),
    tags.SIZE: lambda self: torch.Size(self.input.numbers(_MAX_DIMS, 0)),
    tags.DTYPE: Decoder.dtype,
    tags.DEVICE: Decoder.device,
    tags.PATH: lambda self: Path(self.input.text(4096)),
    tags.NUMPY_SCALAR: Decoder.numpy_scalar,
    tags.ARRAY: Decoder.array,
    tags.FILE: lambda self: self.file(),
    tags.REF: Decoder.ref,
}
