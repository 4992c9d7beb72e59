"""Write values to the wire: what a worker sends.

Types are compared exactly: a subclass of a tensor or a number is refused, since what it would do on
the other side is not what it does here. Strings, tuples, lists and dicts may be subclassed (a
StrEnum, a named tuple, an OrderedDict); they cross as what they are based on.
"""

import io
import struct
from pathlib import PurePath
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from cs336_staff.judge.wire import tags
from cs336_staff.judge.wire.open_files import write_file
from cs336_staff.judge.wire.primitives import NUMBER, Limits, Refused, Writer
from cs336_staff.judge.wire.storages import Table, array_flags, dtype_number, tensor_flags

_FLOAT = struct.Struct("<d")


class Encoder:
    """Write values; `table` remembers what has crossed in this call, in either direction."""

    def __init__(self, table: Table, limits: Limits) -> None:
        self.table = table
        self.limits = limits
        self.out = Writer()
        self._open: set[int] = set()

    def value(self, value: Any, depth: int = 0) -> None:
        """Write one value."""
        if depth > self.limits.depth:
            raise Refused(f"it is nested over {self.limits.depth} deep")
        if self.out.size > self.limits.frame:
            raise Refused(f"it is over {self.limits.frame // 2**20} MiB")
        kind = type(value)
        if kind in _PLAIN:
            _PLAIN[kind](self.out, value)
        elif kind is int:
            self._int(value)
        elif (number := self.table.find(value)) is not None:
            self.out.byte(tags.REF)
            self.out.number(number)
        elif kind is Tensor or kind is nn.Parameter:
            self._tensor(value, depth)
        elif kind is np.ndarray or kind is np.memmap:
            self._array(value)
        elif isinstance(value, str):
            _write_text(self.out, value)
        elif isinstance(value, np.generic) and kind.__module__ == "numpy":
            self._numpy_scalar(value)
        elif isinstance(value, torch.Size):
            self.out.byte(tags.SIZE)
            self.out.numbers(tuple(tuple.__iter__(value)))
        elif isinstance(value, dict):
            self._container(tags.DICT, value, list(dict.items(value)), depth)
        elif isinstance(value, list):
            self._container(tags.LIST, value, list(list.__iter__(value)), depth)
        elif isinstance(value, tuple):
            self._container(tags.TUPLE, value, list(tuple.__iter__(value)), depth)
        elif kind is slice:
            self.out.byte(tags.SLICE)
            for part in (value.start, value.stop, value.step):
                self.value(part, depth + 1)
        elif isinstance(value, PurePath) and kind.__module__.startswith("pathlib"):
            self.out.byte(tags.PATH)
            self.out.text(str(value))
        elif kind is io.BytesIO:
            self.out.byte(tags.FILE)
            write_file(self.out, value)
            self.table.add(value)
        else:
            name = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
            raise Refused(f"it holds a value of type {name[:100]}, which no problem asks for")

    def _int(self, value: int) -> None:
        size = value.bit_length() // 8 + 1
        if size <= NUMBER.size:
            self.out.byte(tags.INT)
            self.out.number(value)
            return
        if size > self.limits.integer:
            raise Refused(f"it holds an integer of over {8 * self.limits.integer} bits")
        self.out.byte(tags.LONG)
        self.out.blob(value.to_bytes(size, "little", signed=True))

    def _container(self, tag: int, value: Any, items: list[Any], depth: int) -> None:
        if id(value) in self._open:
            raise Refused("it contains itself")
        if len(items) > self.limits.items:
            raise Refused(f"it has over {self.limits.items} items")
        self._open.add(id(value))
        self.out.byte(tag)
        self.out.number(len(items))
        for item in items:
            if tag == tags.DICT:
                self.value(item[0], depth + 1)
                self.value(item[1], depth + 1)
            else:
                self.value(item, depth + 1)
        self._open.discard(id(value))
        if tag != tags.TUPLE:
            self.table.add(value)

    def _numpy_scalar(self, value: np.generic) -> None:
        self.out.byte(tags.NUMPY_SCALAR)
        self._numpy_dtype(value.dtype)
        self.out.raw(np.ndarray.tobytes(np.array(value)))

    def _numpy_dtype(self, dtype: np.dtype) -> None:
        if dtype.kind not in tags.ARRAY_KINDS or dtype.fields or dtype.subdtype:
            raise Refused(f"it holds an array of dtype {dtype}")
        self.out.text(dtype.str)

    def _tensor(self, tensor: Tensor, depth: int) -> None:
        self.out.byte(tags.TENSOR)
        self.tensor(tensor, depth)
        self.table.add(tensor)

    def tensor(self, tensor: Tensor, depth: int) -> None:
        """Write what makes up a tensor: layout, memory, gradient."""
        tensor = torch._C._functorch.unwrap_if_dead(tensor)  # made under torch.func, by now over
        flags, grad = tensor_flags(tensor), tensor.grad if tensor.is_leaf else None
        if tensor.is_neg():  # the imaginary part of a conjugate: nobody has negated it yet
            tensor = tensor.detach().resolve_neg()
        number, new = dtype_number(tensor), False
        if tensor.is_meta:  # in the place of memory, how many bytes it would be
            place = tensor.untyped_storage().nbytes()
            offset = int(tensor.storage_offset()) * tensor.element_size()
        else:
            known = len(self.table.buffers)
            place, offset = self.table.buffer_of_tensor(tensor)
            new = place == known
        shape = tuple(tensor.shape)
        self.out.raw(bytes((number, flags, len(shape))))
        self.out.several(*shape, *tensor.stride(), offset, place)
        if new:
            self._contents(place)
        self.value(grad, depth + 1)

    def _array(self, array: np.ndarray) -> None:
        self.out.byte(tags.ARRAY)
        self._numpy_dtype(array.dtype)
        self.out.byte(array_flags(array))
        self.out.numbers(array.shape)
        self.out.numbers(array.strides)
        known = len(self.table.buffers)
        number, offset = self.table.buffer_of_array(array)
        self.out.several(offset, number)
        if number == known:
            self._contents(number)
        self.table.add(array)

    def _contents(self, number: int) -> None:
        """Write a new buffer's device and contents."""
        buffer = self.table.buffers[number]
        if number >= self.limits.buffers:
            raise Refused(f"it holds over {self.limits.buffers} tensors")
        if buffer.size > self.limits.frame - self.out.size:
            raise Refused(f"it holds {buffer.size} bytes of memory")
        self.out.text(buffer.device)
        self.out.blob(buffer.read())


def _write_text(out: Writer, value: str) -> None:
    try:
        data = str.encode(value, "utf-8")
    except UnicodeEncodeError as error:
        raise Refused("it holds a string that is not valid Unicode") from error
    out.byte(tags.TEXT)
    out.blob(data)


def _write_bytes(out: Writer, value: bytes) -> None:
    out.byte(tags.BYTES)
    out.blob(value)


def _write_dtype(out: Writer, value: torch.dtype) -> None:
    out.byte(tags.DTYPE)
    out.text(str(value).removeprefix("torch."))


def _write_device(out: Writer, value: torch.device) -> None:
    out.byte(tags.DEVICE)
    out.text(str(value))


_PLAIN: dict[type, Any] = {
    type(None): lambda out, value: out.byte(tags.NONE),
    type(...): lambda out, value: out.byte(tags.ELLIPSIS),
    bool: lambda out, value: out.byte(tags.TRUE if value else tags.FALSE),
    float: lambda out, value: out.raw(bytes((tags.FLOAT,)) + _FLOAT.pack(value)),
    complex: lambda out, value: out.raw(
        bytes((tags.COMPLEX,)) + _FLOAT.pack(value.real) + _FLOAT.pack(value.imag)
    ),
    str: _write_text,
    bytes: _write_bytes,
    torch.dtype: _write_dtype,
    torch.device: _write_device,
}
assert NUMBER.size == _FLOAT.size
