"""What the judge sends: requests as pickles, which only a problem process reads.

A pickle keeps identity: a parameter is the same object in the model, in the optimizer and in the
list of arguments, and two views of one storage look into one Buffer, whose memory crosses beside
the pickle where it is large. With a value cross the two lists by which both sides number what has
crossed (see Table). Nothing that comes back from a problem process is unpickled.

host/remote_caller.py and host/checkpoint_loader.py write requests, sandboxed/serve.py reads them.
"""

import collections
import io
import mmap
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from cs336_staff.judge.wire.objects import SCALERS, is_object
from cs336_staff.judge.wire.open_files import OPENED, is_file, memory_file, open_file
from cs336_staff.judge.wire.primitives import Limits, Reader, Refused, Writer
from cs336_staff.judge.wire.storages import (
    DTYPES,
    Buffer,
    Table,
    array_flags,
    array_in,
    dtype_number,
    tensor_flags,
    tensor_in,
)

Reduced = tuple[object, ...]  # a function, its arguments and perhaps a state, as pickle wants


class Begin(NamedTuple):
    """Asks a problem process to get ready for a test.

    Attributes:
        seed: of the test.
        root: the test's folder.
        mirrored: the folder's contents cross with each call.
        loads: calls hold checkpoints to load; the submission is not imported.
        seconds: how long importing the submission may take.
    """

    seed: int
    root: Path
    mirrored: bool
    loads: bool
    seconds: float


class Call(NamedTuple):
    """Asks a problem process to call an adapter.

    Attributes:
        args: for the adapter.
        kwargs: for the adapter.
        name: of the adapter.
        conditions: the fields of Conditions that are not at their default.
        seconds: how long the call may take.
    """

    args: tuple[object, ...]
    kwargs: dict[str, object]
    name: str
    conditions: dict[str, Any]
    seconds: float


def write_request(out: Writer, table: Table, value: object, limits: Limits) -> None:
    """Write a value: data, models, optimizers, gradient scalers, memory maps, open files.

    The table is given what the value holds. File objects are flushed.
    """
    aside: list[pickle.PickleBuffer] = []
    file = io.BytesIO()
    _number(table, value)
    _Pickler(file, table, aside).dump((value, table.objects, table.buffers))
    out.number(len(aside))
    for memory in aside:
        out.blob(memory.raw())
    out.blob(file.getbuffer())
    if out.size > limits.frame:
        raise Refused(f"it is over {limits.frame // 2**20} MiB")


def read_request(source: Reader) -> tuple[Any, Table]:
    """Read a value, and the table of what it holds."""
    aside = [source.blob() for _ in range(source.number())]
    value, objects, buffers = pickle.loads(source.blob(), buffers=aside)
    return value, Table(objects, buffers)


def _number(table: Table, value: object) -> None:
    """Number what a call may change, but for tensors and arrays: pickling meets all of those."""
    kind = type(value)
    if kind in _NOT_NUMBERED_HERE:
        return
    if isinstance(value, tuple):
        items = value
    elif isinstance(value, list | dict):
        if table.find(value) is not None:
            return
        table.add(value)
        items = tuple(value.values() if isinstance(value, dict) else value)
    else:
        if (is_object(value) or is_file(value)) and table.find(value) is None:
            table.add(value)
        return
    if not _NOT_NUMBERED_HERE.issuperset(map(type, items)):
        for item in items:
            _number(table, item)


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, table: Table, aside: list[pickle.PickleBuffer]) -> None:
        super().__init__(file, protocol=5, buffer_callback=aside.append)
        self._table = table

    def reducer_override(self, value: Any) -> Any:
        kind = type(value)
        if kind is Tensor or kind is nn.Parameter:
            return _reduce_tensor(self._table, value)
        if kind is np.ndarray or kind is np.memmap:
            return _reduce_array(self._table, value)
        if (reduce := _REDUCERS.get(kind)) is not None:
            return reduce(value)
        return _reduce_module(value) if isinstance(value, nn.Module) else NotImplemented


def _reduce_module(module: nn.Module) -> Reduced:
    """Reduce a module without what is empty: of hooks alone it has a dozen dicts."""
    return _module, (type(module),), {k: v for k, v in vars(module).items() if v or k not in _EMPTY}


def _module(kind: type[nn.Module]) -> nn.Module:
    module = kind.__new__(kind)
    module.__dict__.update({name: container() for name, container in _EMPTY.items()})
    return module


def _reduce_tensor(table: Table, x: Tensor) -> Reduced:
    number, grad = dtype_number(x), x.grad if x.is_leaf else None
    for tensor in (grad, x):  # in the order in which changes are made: a gradient has to fit
        if tensor is not None and table.find(tensor) is None:
            table.add(tensor)
    buffer: Buffer | int
    if x.is_meta:
        buffer = x.untyped_storage().nbytes()
        offset = int(x.storage_offset()) * x.element_size()
    else:
        place, offset = table.buffer_of_tensor(x)
        buffer = table.buffers[place]
    return _tensor, (buffer, number, offset, tuple(x.shape), x.stride(), tensor_flags(x), grad)


def _tensor(
    buffer: Buffer | int,
    dtype: int,
    offset: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    flags: int,
    grad: Tensor | None,
) -> Tensor:
    tensor = tensor_in(buffer, DTYPES[dtype], offset, shape, strides, flags)
    if grad is not None:
        tensor.grad = grad
    return tensor


def _reduce_array(table: Table, array: np.ndarray) -> Reduced:
    number, offset = table.buffer_of_array(array)
    table.add(array)
    place = table.buffers[number], array.dtype.str, offset, array.shape, array.strides
    return array_in, (*place, array_flags(array))


def _reduce_buffer(buffer: Buffer) -> Reduced:
    if buffer.mapped:
        return _map, (*buffer.mapped, buffer.size)
    data = buffer.read()
    if isinstance(data, bytes):
        return _hold, (data, buffer.device)
    # Of what the view looks into, not of the view itself: to collect a view into which another one
    # looks may end Python before 3.12.7, and the judge with it.
    return _hold, (pickle.PickleBuffer(data.obj), buffer.device)


def _hold(data: bytes | memoryview, device: str) -> Buffer:
    buffer = Buffer.of_bytes(data, device)
    buffer.sent = bytes(data)
    return buffer


def _map(path: Path, mode: str, start: int, size: int) -> Buffer:
    """Map a file, as the judge has it mapped."""
    mode = "r+" if mode == "w+" else mode
    owner: Any = np.memmap(path, np.uint8, mode, start, (size,))  # type: ignore[call-overload]
    # As the tests map their files: with each page that is read, a disk may bring megabytes of
    # pages, and to remove a file of which many are in memory takes seconds.
    owner._mmap.madvise(mmap.MADV_RANDOM)
    return Buffer(owner, owner.ctypes.data, size, mapped=(path, mode, start))


def _reduce_scaler(scaler: torch.amp.GradScaler) -> Reduced:
    return _rebuild_scaler, (type(scaler), dict(vars(scaler)))


def _rebuild_scaler(
    kind: type[torch.amp.GradScaler], state: dict[str, object]
) -> torch.amp.GradScaler:
    scaler = kind.__new__(kind)
    scaler.__dict__.update(state)
    scaler._per_optimizer_states = collections.defaultdict(
        torch.amp.grad_scaler._refresh_per_optimizer_state
    )
    return scaler


def _reduce_memory_file(file: io.BytesIO) -> Reduced:
    content, position = (b"", 0) if file.closed else (file.getvalue(), file.tell())
    return memory_file, (content, position, file.closed)


def _reduce_opened_file(file: Any) -> Reduced:
    if not file.closed and file.writable():
        file.flush()
    return open_file, (str(file.name), file.mode, 0 if file.closed else file.tell(), file.closed)


_EMPTY = {k: type(v) for k, v in vars(nn.Module()).items() if isinstance(v, dict | set)}
_NOT_NUMBERED_HERE = {type(None), bool, int, float, str, bytes, Tensor, nn.Parameter, np.ndarray}
_REDUCERS: dict[type, Callable[[Any], Reduced]] = {
    Buffer: _reduce_buffer,
    **dict.fromkeys(SCALERS, _reduce_scaler),
    **dict.fromkeys(OPENED, _reduce_opened_file),
    io.BytesIO: _reduce_memory_file,
}
