"""Values on the wire: a problem process writes them, the judge reads them. See FORMAT.md.

The Encoder compares types exactly: a subclass of a tensor or a number is refused, since what it
would do on the other side is not what it does here. Strings, tuples, lists and dicts may be
subclassed (a StrEnum, a named tuple, an OrderedDict); they cross as what they are based on.

The Decoder trusts nothing: it checks each number before it uses it. Whatever comes, it returns
values or raises WireError; it allocates no more than a small multiple of the payload's own size,
and it imports, evaluates and unpickles nothing.
"""

import io
import math
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from cs336_staff.judge.wire.open_files import read_file, write_file
from cs336_staff.judge.wire.primitives import NUMBER_BYTES, Limits, Part, Reader, Refused, Writer
from cs336_staff.judge.wire.storages import (
    DTYPES,
    MAPPED,
    META,
    REQUIRES_GRAD,
    Buffer,
    Table,
    array_flags,
    array_in,
    dtype_number,
    set_grad,
    tensor_flags,
    tensor_in,
)

# The tag that begins each value.
NONE, TRUE, FALSE, INT, FLOAT, COMPLEX, TEXT, BYTES = range(8)
TUPLE, LIST, DICT, SIZE, DTYPE, DEVICE, SLICE, ELLIPSIS, PATH = range(8, 17)
NUMPY_SCALAR, TENSOR, ARRAY, FILE, REF, LONG, SET = range(17, 24)

T = TypeVar("T")
_NAMED_DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in vars(torch).values()
    if isinstance(dtype, torch.dtype)
}
_ARRAY_SIZES = {"b": (1,), "i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "f": (2, 4, 8, 16), "c": (8, 16)}
_MAX_DIMS = 64
_MAX_MAPS = 16  # files that one reply maps: each stays open
_TENSOR = 20  # values that a tensor counts for, were it empty
_KEYS = (str, int, float, bool, bytes, type(None), tuple)


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
            self.out.byte(REF)
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
            self.out.byte(SIZE)
            self.out.numbers(tuple(tuple.__iter__(value)))
        elif isinstance(value, dict):
            self._container(DICT, value, list(dict.items(value)), depth)
        elif isinstance(value, list):
            self._container(LIST, value, list(list.__iter__(value)), depth)
        elif isinstance(value, tuple):
            self._container(TUPLE, value, list(tuple.__iter__(value)), depth)
        elif isinstance(value, set | frozenset):
            self._container(SET, value, list(set().union(value)), depth)
        elif kind is slice:
            self.out.byte(SLICE)
            for part in (value.start, value.stop, value.step):
                self.value(part, depth + 1)
        elif isinstance(value, PurePath) and kind.__module__.startswith("pathlib"):
            self.out.byte(PATH)
            self.out.text(str(value))
        elif kind is io.BytesIO:
            self.out.byte(FILE)
            write_file(self.out, value)
            self.table.add(value)
        else:
            name = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
            raise Refused(f"it holds a value of type {name[:100]}, which no problem asks for")

    def _int(self, value: int) -> None:
        size = value.bit_length() // 8 + 1
        if size <= NUMBER_BYTES:
            self.out.byte(INT)
            self.out.number(value)
            return
        if size > self.limits.integer:
            raise Refused(f"it holds an integer of over {8 * self.limits.integer} bits")
        self.out.byte(LONG)
        self.out.blob(value.to_bytes(size, "little", signed=True))

    def _container(self, tag: int, value: object, items: list[Any], depth: int) -> None:
        if id(value) in self._open:
            raise Refused("it contains itself")
        if len(items) > self.limits.items:
            raise Refused(f"it has over {self.limits.items} items")
        self._open.add(id(value))
        self.out.byte(tag)
        self.out.number(len(items))
        for item in items:
            if tag == DICT:
                self.value(item[0], depth + 1)
                self.value(item[1], depth + 1)
            else:
                self.value(item, depth + 1)
        self._open.discard(id(value))
        if tag in (LIST, DICT):
            self.table.add(value)

    def _numpy_scalar(self, value: np.generic) -> None:
        self.out.byte(NUMPY_SCALAR)
        self._numpy_dtype(value.dtype)
        self.out.raw(np.ndarray.tobytes(np.array(value)))

    def _numpy_dtype(self, dtype: np.dtype) -> None:
        if dtype.kind not in _ARRAY_SIZES or dtype.fields or dtype.subdtype:
            raise Refused(f"it holds an array of dtype {dtype}")
        self.out.text(dtype.str)

    def _tensor(self, tensor: Tensor, depth: int) -> None:
        self.out.byte(TENSOR)
        self.tensor(tensor, depth)
        self.table.add(tensor)

    def tensor(self, tensor: Tensor, depth: int) -> None:
        """Write what makes up a tensor: layout, memory, gradient."""
        tensor = torch._C._functorch.unwrap_if_dead(tensor)  # made under torch.func, by now over
        flags, grad = tensor_flags(tensor), tensor.grad if tensor.is_leaf else None
        if tensor.is_neg():  # the imaginary part of a conjugate: not negated yet
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
        self.out.byte(ARRAY)
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
        """Write a new buffer's device and contents, or where its file has them."""
        buffer = self.table.buffers[number]
        if number >= self.limits.buffers:
            raise Refused(f"it holds over {self.limits.buffers} tensors")
        if buffer.mapped and buffer.mapped[1] == "r":
            path, _, start = buffer.mapped
            self.out.text(MAPPED)
            self.out.text(str(path))
            self.out.several(start, buffer.size)
            return
        if buffer.size > self.limits.frame - self.out.size:
            raise Refused(f"it holds {buffer.size} bytes of memory")
        self.out.text(buffer.device)
        self.out.blob(buffer.read())


def _write_floats(out: Writer, tag: int, *values: float) -> None:
    out.byte(tag)
    for value in values:
        out.float(value)


def _write_text(out: Writer, value: str) -> None:
    try:
        data = str.encode(value, "utf-8")
    except UnicodeEncodeError as error:
        raise Refused("it holds a string that is not valid Unicode") from error
    out.byte(TEXT)
    out.blob(data)


def _write_bytes(out: Writer, value: bytes) -> None:
    out.byte(BYTES)
    out.blob(value)


def _write_dtype(out: Writer, value: torch.dtype) -> None:
    out.byte(DTYPE)
    out.text(str(value).removeprefix("torch."))


def _write_device(out: Writer, value: torch.device) -> None:
    out.byte(DEVICE)
    out.text(str(value))


_PLAIN: dict[type, Callable[[Writer, Any], None]] = {
    type(None): lambda out, value: out.byte(NONE),
    type(...): lambda out, value: out.byte(ELLIPSIS),
    bool: lambda out, value: out.byte(TRUE if value else FALSE),
    float: lambda out, value: _write_floats(out, FLOAT, value),
    complex: lambda out, value: _write_floats(out, COMPLEX, value.real, value.imag),
    str: _write_text,
    bytes: _write_bytes,
    torch.dtype: _write_dtype,
    torch.device: _write_device,
}


class Decoder:
    """Read values; `table` remembers what has crossed in this call, in either direction."""

    def __init__(
        self, payload: Part, table: Table, limits: Limits, folder: Path | None = None
    ) -> None:
        """Read a payload.

        Args:
            payload: the bytes.
            table: what has crossed in this call.
            limits: what is accepted.
            folder: the test's folder, whose files may be mapped into memory.
        """
        self.table = table
        self.limits = limits
        self.folder = folder
        self.input = Reader(payload, limits)
        self._maps: set[int] = set()
        self._items = 0
        self._keys = 0
        self._weights: dict[int, int] = {}
        self.containers_changed = False

    def value(self, depth: int = 0) -> Any:
        """Read one value."""
        if depth > self.limits.depth + 2:
            self.input.fail("nested too deep")
        self._count(1)
        tag = self.input.byte()
        if tag in _CONSTANTS:
            return _CONSTANTS[tag]
        if tag in _NESTED:
            return _NESTED[tag](self, depth)
        if tag not in _SIMPLE:
            self.input.fail(f"there is no tag {tag}")
        return _SIMPLE[tag](self)

    def _count(self, values: int) -> None:
        """Count values as often as they would be met in showing or comparing the whole."""
        self._items += values
        if self._items > self.limits.items:
            self.input.fail("too many values")

    def _weighed(self, value: T) -> T:
        self._count(_extra(value))
        return value

    def _add(self, value: T) -> T:
        self.table.add(value)
        return value

    def _items_of(self, depth: int) -> list[Any]:
        return [self.value(depth + 1) for _ in range(self.input.number(0, self.limits.items))]

    def _list(self, depth: int) -> list[Any]:
        before = self._items
        result = self._items_of(depth)
        self._weights[id(self._add(result))] = self._items - before
        return result

    def _dict(self, depth: int) -> dict[Any, Any]:
        before = self._items
        result = dict(self.pairs(depth + 1))
        self._weights[id(self._add(result))] = self._items - before
        return result

    def _set(self, depth: int) -> set[Any]:
        return {self.key(depth + 1) for _ in range(self.input.number(0, self.limits.keys))}

    def _slice(self, depth: int) -> slice:
        parts = [self.value(depth + 1) for _ in range(3)]
        if any(type(part) not in (int, type(None)) for part in parts):
            self.input.fail("a slice of other than integers")
        return slice(*parts)

    def pairs(self, depth: int) -> list[tuple[Any, Any]]:
        """Read a dict's keys and values; few enough that no choice of keys makes it slow."""
        count = self.input.number(0, self.limits.keys)
        return [(self.key(depth), self.value(depth)) for _ in range(count)]

    def key(self, depth: int) -> Any:
        """Read a key of a dict or an element of a set.

        It counts for all that is in it, which a comparison may go through.
        """
        before = self._items
        key = self.value(depth)
        self._keys += self._items - before
        if self._keys > self.limits.all_keys:
            self.input.fail("too many keys")
        if not _is_key(key):
            self.input.fail("a key that is no number or string")
        return key

    def read_long(self) -> int:
        """Read an integer of any size."""
        return int.from_bytes(self.input.blob(self.limits.integer), "little", signed=True)

    def dtype(self) -> torch.dtype:
        """Read a torch dtype."""
        name = self.input.text(40)
        if name not in _NAMED_DTYPES:
            self.input.fail("an unknown dtype")
        return _NAMED_DTYPES[name]

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

    def check_cycles(self, *values: object) -> None:
        """Check that no change to a list or dict has made it, or these values, endless."""
        if not self.containers_changed:
            return  # what was read can hold what was there before, and not the other way round
        self._weights.clear()
        held = [value for value in self.table.objects if type(value) in (list, dict)]
        if any(self._weight(value) > self.limits.items for value in (*values, *held)):
            self.input.fail("too many values")

    def _weight(self, value: Any) -> int:
        """Return for how many values a value counts; a list, tuple, dict or set for all in it."""
        if type(value) not in (list, tuple, dict, set):
            return 1 + _extra(value)
        if id(value) not in self._weights:
            self._weights[id(value)] = self.limits.items + 1  # in case it contains itself
            items = value.values() if isinstance(value, dict) else value
            self._weights[id(value)] = 1 + sum(map(self._weight, items))
        return self._weights[id(value)]

    def numpy_dtype(self) -> np.dtype:
        """Read a NumPy dtype of numbers."""
        text = self.input.text(8)
        order, kind, size = text[:1], text[1:2], text[2:]
        sizes = _ARRAY_SIZES.get(kind, ())
        if order not in ("<", ">", "|") or size not in map(str, sizes):
            self.input.fail("an unknown NumPy dtype")
        return np.dtype(text)

    def numpy_scalar(self) -> np.generic:
        """Read a NumPy number."""
        dtype = self.numpy_dtype()
        return np.frombuffer(bytes(self.input.raw(dtype.itemsize)), dtype)[0]

    def tensor(self, depth: int = 0) -> Tensor:
        """Read a tensor: its layout, memory and gradient."""
        index, flags, dims = self.input.raw(3)
        if index >= len(DTYPES) or dims > _MAX_DIMS:
            self.input.fail("an unknown dtype, or too many dimensions")
        dtype = DTYPES[index]
        numbers = self.input.several(2 * dims + 2)
        shape, strides, offset = numbers[:dims], numbers[dims:-2], numbers[-2]
        self._check_count(shape, dtype.itemsize)
        if dims and not 0 <= min(strides) <= max(strides) <= 2**40:
            self.input.fail("a stride out of range")
        if offset % dtype.itemsize or not 0 <= offset <= 2**50:
            self.input.fail("a tensor that does not fit its storage")
        if flags & REQUIRES_GRAD and not (dtype.is_floating_point or dtype.is_complex):
            self.input.fail("a gradient of integers")
        buffer: Buffer | int = numbers[-1]
        if not flags & META:
            buffer = self._buffer(numbers[-1])
        size = buffer if isinstance(buffer, int) else buffer.size
        extent = _extent(shape, strides) * dtype.itemsize
        if not 0 <= size <= 2**50 or (extent and offset + extent > size):
            self.input.fail("a tensor that reaches past its storage")
        tensor = tensor_in(buffer, dtype, offset, shape, strides, flags)
        self._count(_extra(tensor))
        grad = self.value(depth + 1)
        if grad is not None:
            set_grad(tensor, grad)
        return tensor

    def array(self) -> np.ndarray:
        """Read an array and where it looks into."""
        dtype = self.numpy_dtype()
        flags = self.input.byte()
        shape = self.input.numbers(_MAX_DIMS, 0)
        strides = self.input.numbers(_MAX_DIMS, -(2**50), 2**50)
        offset, number = self.input.number(0, 2**50), self.input.number()
        buffer = self._buffer(number, may_map=True)
        self._check_count(shape, dtype.itemsize, buffer.size if buffer.mapped else 0)
        if len(strides) != len(shape):
            self.input.fail("as many strides as sizes are needed")
        if buffer.device != "cpu":
            self.input.fail("an array on another device")
        low = offset + sum(min(s, 0) * (n - 1) for n, s in zip(shape, strides, strict=True))
        high = offset + _extent(shape, tuple(max(s, 0) for s in strides), dtype.itemsize)
        if 0 not in shape and (low < 0 or high > buffer.size):
            self.input.fail("an array that reaches past its memory")
        array = array_in(buffer, dtype.str, offset, shape, strides, flags)
        self.table.add(array)
        self._count(_extra(array))
        return array

    def _check_count(self, shape: tuple[int, ...], itemsize: int, mapped: int = 0) -> None:
        if min(shape, default=0) < 0:
            self.input.fail("a size below 0")
        if math.prod(max(size, 1) for size in shape) * itemsize > max(self.limits.elements, mapped):
            self.input.fail("more elements than any problem asks for")

    def _buffer(self, number: int, may_map: bool = False) -> Buffer:
        """Return the buffer of this number; a new one's contents are read, or its file mapped."""
        if not 0 <= number <= len(self.table.buffers):
            self.input.fail("memory that has not crossed")
        if number >= self.limits.buffers:
            self.input.fail("more tensors than any problem asks for")
        if number == len(self.table.buffers):
            self.table.add_buffer(self._new_buffer())
        if number in self._maps and not may_map:
            self.input.fail("a tensor that looks into a file")  # writing to it would end the judge
        return self.table.buffers[number]

    def _new_buffer(self) -> Buffer:
        device = self.input.text(20)
        if device == MAPPED and self.folder and len(self._maps) < _MAX_MAPS:
            self._maps.add(len(self.table.buffers))
            name = self.input.text(4096)
            start, size = self.input.number(0, 2**50), self.input.number(1, 2**50)
            return Buffer.of_file(self.folder, name, start, size)
        if device != "cpu" and device not in _gpus():
            self.input.fail("memory on a device that is not here")
        return Buffer.of_bytes(self.input.blob(), device)


def _gpus() -> list[str]:
    return [f"cuda:{number}" for number in range(torch.cuda.device_count())]


def _extent(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int = 1) -> int:
    """Return how far the last element's end is from the first element's start."""
    if 0 in shape:
        return 0
    reach = sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
    return reach + itemsize


def _extra(value: object) -> int:
    """Return for how many more values a text or a tensor counts, by what it costs to show or copy.

    At 1,000,000 values, all texts together have 64 MB, and all tensors 16 million elements.
    An integer counts for more than a text of as many bytes: showing it takes their square.
    """
    if type(value) is int:
        return value.bit_length() // 64
    if isinstance(value, str | bytes):
        return len(value) // 64
    if isinstance(value, torch.Size | Path):  # a path is taken apart at each slash
        return len(value) if isinstance(value, torch.Size) else len(str(value)) // 8
    if isinstance(value, Tensor):
        return _TENSOR if value.is_meta else _TENSOR + value.numel() // 16
    if isinstance(value, np.ndarray) and not isinstance(value, np.memmap):
        return _TENSOR + value.size // 16
    return 0


def _is_key(key: object) -> bool:
    return isinstance(key, _KEYS) and (type(key) is not tuple or all(map(_is_key, key)))


_CONSTANTS: dict[int, object] = {
    NONE: None,
    TRUE: True,
    FALSE: False,
    ELLIPSIS: ...,
}
_NESTED: dict[int, Callable[[Decoder, int], object]] = {
    TUPLE: lambda self, depth: tuple(self._items_of(depth)),
    LIST: Decoder._list,
    DICT: Decoder._dict,
    SET: Decoder._set,
    SLICE: Decoder._slice,
    TENSOR: lambda self, depth: self._add(self.tensor(depth)),
}
_SIMPLE: dict[int, Callable[[Decoder], object]] = {
    INT: lambda self: self.input.number(-(2**63)),
    LONG: lambda self: self._weighed(self.read_long()),
    FLOAT: lambda self: self.input.float(),
    COMPLEX: lambda self: complex(self.input.float(), self.input.float()),
    TEXT: lambda self: self._weighed(self.input.text()),
    BYTES: lambda self: self._weighed(bytes(self.input.blob())),
    SIZE: lambda self: self._weighed(torch.Size(self.input.numbers(_MAX_DIMS, 0))),
    DTYPE: Decoder.dtype,
    DEVICE: Decoder.device,
    PATH: lambda self: self._weighed(Path(self.input.text(4096))),
    NUMPY_SCALAR: Decoder.numpy_scalar,
    ARRAY: Decoder.array,
    FILE: lambda self: self._add(read_file(self.input)),
    REF: Decoder.ref,
}
