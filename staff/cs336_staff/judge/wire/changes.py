"""What a call did to its arguments: the problem process finds it, the judge repeats it on its own.

Covered: the memory of tensors and arrays, a tensor's layout, `requires_grad` and `.grad`; the
items of lists and dicts; what a file object holds; a model's parameters, buffers and mode; an
optimizer's state and param groups; the numbers of a gradient scaler. replies.py calls both halves.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import torch
from torch import Tensor

from cs336_staff.judge.wire.objects import (
    Kept,
    apply_object,
    is_object,
    keep_object,
    same_objects,
    write_object,
)
from cs336_staff.judge.wire.open_files import is_file, read_file_state, write_file_state
from cs336_staff.judge.wire.primitives import WireError
from cs336_staff.judge.wire.storages import Buffer, Table, set_grad
from cs336_staff.judge.wire.values import Decoder, Encoder

TENSOR, LIST, DICT, FILE, OBJECT = range(5)


class Before:
    """The state of the arguments before the call."""

    def __init__(self, table: Table) -> None:
        self.objects = len(table.objects)
        self.buffers = len(table.buffers)
        self.tensors = {i: (_layout(x), x.grad if x.is_leaf else None) for i, x in table.tensors()}
        self.containers = {
            i: _items(x) for i, x in enumerate(table.objects) if isinstance(x, list | dict)
        }
        self.kept: dict[int, Kept] = {
            i: keep_object(x) for i, x in enumerate(table.objects) if is_object(x)
        }
        for buffer in table.buffers:
            if not buffer.mapped and buffer.sent is None:
                buffer.sent = bytes(buffer.read())


def _layout(x: Tensor) -> tuple[Any, ...]:
    place = None if x.is_meta else x.untyped_storage()._cdata
    offset = x.storage_offset()
    return place, x.dtype, tuple(x.shape), x.stride(), offset, x.requires_grad


def write_memory(encoder: Encoder, before: Before) -> None:
    """Write the memory of the arguments that changed. Comes first in a reply."""
    table, out = encoder.table, encoder.out
    buffers = [(i, b) for i, b in enumerate(table.buffers[: before.buffers]) if _differs(b)]
    out.number(len(buffers))
    for number, buffer in buffers:
        out.number(number)
        out.blob(buffer.read())


def write_changes(encoder: Encoder, before: Before) -> None:
    """Write everything else that differs from `before`. Comes last in a reply."""
    table, out = encoder.table, encoder.out
    changed = list(_changed(table, before))
    out.number(len(changed))
    for number, kind in changed:
        out.number(number)
        out.byte(kind)
        value = table.objects[number]
        if kind == TENSOR:
            encoder.tensor(value, 0)
        elif kind == FILE:
            write_file_state(out, value)
        elif kind == OBJECT:
            write_object(encoder, value, before.kept[number])
        else:
            out.number(len(value))
            for item in _items(value):
                encoder.value(item, 1)


def _changed(table: Table, before: Before) -> Iterator[tuple[int, int]]:
    for number, value in enumerate(table.objects[: before.objects]):
        if isinstance(value, Tensor):
            layout, grad = before.tensors[number]
            now = value.grad if value.is_leaf else None
            if _layout(value) != layout or now is not grad:
                yield number, TENSOR
        elif number in before.containers:
            if not same_objects(_items(value), before.containers[number]):
                yield number, DICT if isinstance(value, dict) else LIST
        elif is_file(value):
            yield number, FILE
        elif number in before.kept:
            yield number, OBJECT


def _items(value: list[Any] | dict[Any, Any]) -> list[Any]:
    """Return the items of a list, or the keys and values of a dict."""
    return list(chain.from_iterable(dict.items(value))) if isinstance(value, dict) else list(value)


def _differs(buffer: Buffer) -> bool:
    if buffer.sent is None:
        return False
    size = buffer.owner.nbytes() if isinstance(buffer.owner, torch.UntypedStorage) else buffer.size
    return size != buffer.size or bytes(buffer.read()) != buffer.sent


def apply_memory(decoder: Decoder, buffers: int) -> None:
    """Write changed memory into the judge's own tensors and arrays; the request held `buffers`."""
    source, table = decoder.input, decoder.table
    for _ in range(source.number(0, buffers)):
        number = source.number(0, buffers - 1)
        _apply_buffer(decoder, table.buffers[number], source.blob())


def apply_changes(decoder: Decoder, known: int) -> None:
    """Do to the judge's own objects what the call did to its copies; the request held `known`."""
    source, table = decoder.input, decoder.table
    for _ in range(source.number(0, known)):
        value = table.objects[source.number(0, known - 1)]
        kind = source.byte()
        if kind == TENSOR and isinstance(value, Tensor):
            _apply_tensor(value, decoder.tensor())
        elif kind == FILE and is_file(value):
            read_file_state(source, value)
        elif kind == OBJECT and is_object(value):
            apply_object(decoder, value)
        elif kind == LIST and isinstance(value, list):
            decoder.containers_changed = True
            count = source.number(0, decoder.limits.items)
            value[:] = [decoder.value(1) for _ in range(count)]
        elif kind == DICT and isinstance(value, dict):
            decoder.containers_changed = True
            items = decoder.pairs(1)
            value.clear()
            value.update(items)
        else:
            source.fail("a change that does not fit what changed")


def _apply_tensor(value: Tensor, now: Tensor) -> None:
    """Change a tensor's layout and gradient, so that it stays the same object."""
    if _layout(value)[:5] != _layout(now)[:5]:
        value.requires_grad_(False) if value.is_leaf else None
        try:
            value.data = now.detach()
        except RuntimeError as error:
            raise WireError("a tensor that cannot take another layout") from error
    if value.is_leaf and value.requires_grad != now.requires_grad:
        value.requires_grad_(now.requires_grad)
    if now.grad is not None:
        set_grad(value, now.grad)
    elif value.is_leaf:
        value.grad = None


def _apply_buffer(decoder: Decoder, buffer: Buffer, data: memoryview) -> None:
    if buffer.mapped:
        decoder.input.fail("memory that a call may not change")
    if data.nbytes < buffer.size:
        decoder.input.fail("memory that shrank: tensors of the judge look into it")
    if data.nbytes > 2 * buffer.size + 2**20:
        decoder.input.fail("memory that grew more than any problem asks for")
    if data.nbytes > buffer.size:
        if not isinstance(buffer.owner, torch.UntypedStorage):
            decoder.input.fail("an array's memory of another size")
        buffer.owner.resize_(data.nbytes)
        buffer.size = data.nbytes
    if isinstance(buffer.owner, np.ndarray):
        if not buffer.owner.flags.writeable:
            decoder.input.fail("an array that may not be written was changed")
        buffer.owner[:] = np.frombuffer(data, np.uint8)
        return
    buffer.write(data)
