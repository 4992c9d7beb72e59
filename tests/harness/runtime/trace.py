"""Record a call's operators with their dtypes, devices and FLOPs, and the bytes it allocates.

The bytes are those of live storages, each rounded up to a multiple of 512 as the CUDA caching
allocator rounds, so that memory is graded without a GPU. On CUDA the allocator's own counters are
recorded too.
"""

import functools
import gc
import threading
import time
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.cuda import memory_stats  # bound now: a submission may patch the module
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_iter
from torch.utils.flop_counter import flop_registry

MATMULS = ("aten.mm", "aten.bmm", "aten.addmm", "aten.baddbmm", "aten.mv", "aten.dot", "aten.addmv")
ALLOCATION_BYTES = 512  # the unit of the CUDA caching allocator

_is_pinned = Tensor.is_pinned  # bound now: a submission may patch the class


@dataclass
class Op:
    """One operator that ran.

    Attributes:
        name: such as "aten.mm".
        input_dtypes, input_shapes, output_dtypes, output_shapes: of its tensors, in order.
        devices: of its tensors, sorted, each once.
        flops: as torch's FLOP counter counts; 0 for operators that it does not count.
        allocated: bytes that the operator allocated.
        live: bytes alive after it.
        began, ended: seconds from the beginning of the trace to the operator's call and return. A
            submission that times the operator cannot measure less.
        to_device: "" unless it copied from the host to a CUDA device; then "asynchronous" if the
            source was pinned and the copy did not block, else "unpinned" or "blocking".
    """

    name: str
    input_dtypes: list[str]
    input_shapes: list[list[int]]
    output_dtypes: list[str]
    output_shapes: list[list[int]]
    devices: list[str]
    flops: int
    allocated: int
    live: int
    began: float = 0.0
    ended: float = 0.0
    to_device: str = ""


@dataclass
class Trace:
    """What one call did, as plain data, so that it can cross a process boundary.

    Bytes that were alive before the call do not count.

    Attributes:
        ops: the operators, in the order they ran.
        allocated_bytes: all bytes that were allocated.
        peak_bytes: the most bytes that were alive at once.
        retained_bytes: the bytes alive at the end.
        cuda: None if CUDA was not used; else "retained", "peak" and "total" bytes by the CUDA
            allocator's counters, the same as "counted_…" by CUDA storages, and "busy" (see Tracer).
    """

    ops: list[Op] = field(default_factory=list)
    allocated_bytes: int = 0
    peak_bytes: int = 0
    retained_bytes: int = 0
    cuda: dict[str, int] | None = None

    @property
    def flops(self) -> int:
        """The FLOPs of all operators, as torch's FLOP counter counts."""
        return sum(op.flops for op in self.ops)

    @property
    def matmuls(self) -> list[Op]:
        """The matrix multiplications, in the order they ran."""
        return [op for op in self.ops if op.name in MATMULS]

    @property
    def creations(self) -> list[Op]:
        """The operators that made a tensor of no other: its device is no other's. 0-d ones not."""
        return [
            op
            for op in self.ops
            if any(op.output_shapes) and (not op.input_shapes or op.name == "aten.lift_fresh")
        ]


class OperatorMode(TorchDispatchMode):
    """A dispatch mode that calls `run` for each operator; composite operators are decomposed.

    It skips torch's wrapper that disables the compiler for each operator, which is slow.
    """

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict | None = None
    ) -> Any:
        kwargs = kwargs or {}
        if not torch.is_inference_mode_enabled() or func._overloadpacket in flop_registry:
            return self.run(func, args, kwargs)
        TorchDispatchMode.__enter__(self)  # a subclass's own would restart its record
        try:  # only under inference_mode do composite operators such as matmul arrive here
            parts = func.decompose(*args, **kwargs)
        finally:
            TorchDispatchMode.__exit__(self, None, None, None)
        return self.run(func, args, kwargs) if parts is NotImplemented else parts

    def run(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run an operator."""
        return func(*args, **kwargs)


class Tracer(OperatorMode):
    """A dispatch mode that records a Trace.

    Args:
        arguments: the arguments of the call. The tensors, models and optimizers among them existed
            before it: freeing one is a negative delta, as it is for an allocator's counters.
        busy_seconds: seconds of work that the CUDA device is given just before the call. Then
            `trace.cuda["busy"]` is 1 if the call returned before that work was done, else 0.
    """

    def __init__(self, arguments: Any = (), busy_seconds: float = 0.0) -> None:
        super().__init__()
        self.trace = Trace()
        self.storages = StorageTracker()
        for tensor in _tensors_in(arguments):
            self.storages.add_existing(tensor)
        self._busy_seconds = busy_seconds
        self._work_done: Any = None
        self._cuda_before: dict[str, int] = {}
        self._start = time.perf_counter()

    def __enter__(self) -> "Tracer":
        if torch.cuda.is_initialized():
            gc.collect()  # garbage from before must not be freed during the call
            cycles = _cycles_per_second() * self._busy_seconds if self._busy_seconds else 0
            torch.cuda.synchronize()
            torch.cuda.reset_peak_memory_stats()
            self._cuda_before = _cuda_counters()
            if cycles:
                torch.cuda._sleep(int(cycles))
                self._work_done = torch.cuda.Event()
                self._work_done.record()
        super().__enter__()
        self._start = time.perf_counter()
        return self

    def __exit__(self, *exc_info: Any) -> None:
        busy = self._work_done is not None and not self._work_done.query()
        super().__exit__(*exc_info)
        gc.collect(1)  # garbage in reference cycles is not retained
        self.storages.update_all()
        counted = self.storages.all
        self.trace.peak_bytes, self.trace.retained_bytes = counted.peak, counted.live
        self.trace.allocated_bytes = counted.total
        if torch.cuda.is_initialized():
            torch.cuda.current_stream().synchronize()
            gc.collect()
            self.trace.cuda = {**self._cuda_deltas(), "busy": int(busy)}

    def _cuda_deltas(self) -> dict[str, int]:
        now = _cuda_counters()
        before = self._cuda_before or dict.fromkeys(now, 0)
        start = before["allocated"]
        counted = self.storages.devices.get("cuda", ByteCounts())
        return {
            "retained": now["allocated"] - start,
            "peak": now["peak"] - start,
            "total": now["total"] - before["total"],
            "counted_retained": counted.live,
            "counted_peak": counted.peak,
            "counted_total": counted.total,
        }

    def run(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run an operator and record it."""
        inputs: list[Tensor] = []
        outputs: list[Tensor] = []
        _gather_tensors((args, kwargs), inputs)
        lifted = func is torch.ops.aten.lift_fresh.default  # of torch.tensor(data): input is new
        for tensor in () if lifted else inputs:
            self.storages.add_unknown(tensor)
        began = time.perf_counter()
        out = func(*args, **kwargs)
        ended = time.perf_counter()
        _gather_tensors(out, outputs)
        allocated = sum(map(self.storages.update, (*inputs, *outputs)))
        if (inputs and not lifted) or not _stays_on_host(outputs):
            allocated += sum(map(self.storages.add_new, outputs))
        counter = flop_registry.get(func._overloadpacket)
        name = _name(func)
        self.trace.ops.append(
            Op(
                name=name,
                input_dtypes=[_dtype(t.dtype) for t in inputs],
                input_shapes=[list(t.shape) for t in inputs],
                output_dtypes=[_dtype(t.dtype) for t in outputs],
                output_shapes=[list(t.shape) for t in outputs],
                devices=sorted({_device(t.device) for t in (*inputs, *outputs)}),
                flops=_flops(counter, args, kwargs, out) if counter else 0,
                allocated=allocated,
                live=self.storages.all.live,
                began=began - self._start,
                ended=ended - self._start,
                to_device=_copy_to_device(name, inputs, outputs, args, kwargs),
            )
        )
        return out


def _flops(counter: Any, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any) -> int:
    """Return what torch's formula says; its wrapper takes a tree apart to find the shapes."""
    formula = getattr(counter, "__wrapped__", None)
    if formula is None or kwargs or not isinstance(out, Tensor):
        return int(counter(*args, **kwargs, out_val=out))
    shapes = [arg.shape if isinstance(arg, Tensor) else arg for arg in args]
    return int(formula(*shapes, out_shape=out.shape))


def _gather_tensors(tree: Any, into: list[Tensor]) -> None:
    """Append the tensors in an operator's arguments or results, those in lists and dicts too."""
    if isinstance(tree, Tensor):
        into.append(tree)
    elif isinstance(tree, list | tuple):
        for part in tree:
            _gather_tensors(part, into)
    elif isinstance(tree, dict):
        for part in tree.values():
            _gather_tensors(part, into)


@functools.cache
def _name(func: Any) -> str:
    return str(func._overloadpacket)


@functools.cache
def _dtype(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


@functools.cache
def _device(device: torch.device) -> str:
    return str(device)


def _tensors_in(tree: Any) -> Iterator[Tensor]:
    """Yield the tensors in arguments, also those of models and optimizers, and the gradients."""
    for leaf in tree_iter(tree):
        if isinstance(leaf, Tensor):
            yield leaf
            if leaf.is_leaf and leaf.grad is not None:
                yield leaf.grad
        elif isinstance(leaf, torch.nn.Module):
            yield from _tensors_in([*leaf.parameters(), *leaf.buffers()])
        elif isinstance(leaf, torch.optim.Optimizer):
            params = [param for group in leaf.param_groups for param in group["params"]]
            yield from _tensors_in([params, list(leaf.state.values())])


def _stays_on_host(created: list[Tensor]) -> bool:
    """Return whether tensors that were created from no tensor would be on the host with a GPU, too.

    0-d tensors would, such as the step counts of optimizers, and tensors in NumPy's memory.
    """
    return all(x.is_cpu and (x.ndim == 0 or not x.untyped_storage().resizable()) for x in created)


def _copy_to_device(
    name: str, inputs: list[Tensor], outputs: list[Tensor], args: Any, kwargs: dict[str, Any]
) -> str:
    if name not in ("aten._to_copy", "aten.copy_") or not outputs or not outputs[0].is_cuda:
        return ""
    source = inputs[-1]
    if source.device.type != "cpu":
        return ""
    position = 2 if name == "aten.copy_" else len(args)
    non_blocking = kwargs.get("non_blocking", args[position] if len(args) > position else False)
    if not non_blocking:
        return "blocking"
    return "asynchronous" if _is_pinned(source) else "unpinned"


def _cycles_per_second() -> float:
    """Measure how many cycles `torch.cuda._sleep` sleeps in a second."""
    cycles = 10_000_000
    torch.cuda._sleep(cycles)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    torch.cuda._sleep(cycles)
    end.record()
    end.synchronize()
    return cycles / (start.elapsed_time(end) / 1e3)


def _cuda_counters() -> dict[str, int]:
    stats = memory_stats()
    return {
        "allocated": stats["allocated_bytes.all.current"],
        "peak": stats["allocated_bytes.all.peak"],
        "total": stats["allocated_bytes.all.allocated"],
    }


def allocation_size(nbytes: int) -> int:
    """Round a storage's bytes up as the CUDA caching allocator does: 1000 becomes 1024."""
    return -(-nbytes // ALLOCATION_BYTES) * ALLOCATION_BYTES


@dataclass
class ByteCounts:
    """Bytes alive now, the most that were alive at once, and all that were allocated."""

    live: int = 0
    peak: int = 0
    total: int = 0


@dataclass
class _Entry:
    """A storage: the counts that it belongs to, its size, and the bytes of it that are counted."""

    storage: "weakref.ref[torch.UntypedStorage]"
    counts: tuple[ByteCounts, ...]
    nbytes: int
    counted: int


class StorageTracker:
    """Count the bytes of one call's storages: in all, and for each device type."""

    def __init__(self) -> None:
        self.all = ByteCounts()
        self.devices: dict[str, ByteCounts] = {}
        self._entries: dict[int, _Entry] = {}
        self._lock = threading.RLock()

    def add_existing(self, tensor: Tensor) -> None:
        """Register a pre-existing tensor: it adds no bytes, and freeing it is a negative delta.

        An allocator's counters, read before and after a call, differ in the same way.
        """
        if storage := _storage_of(tensor):
            self._register(storage, tensor.device.type, counted=allocation_size(storage.nbytes()))

    def add_unknown(self, tensor: Tensor) -> None:
        """Register a tensor of unknown origin: only a later change of its size counts."""
        storage = _storage_of(tensor)
        if storage is not None and storage._cdata not in self._entries:
            self._register(storage, tensor.device.type, counted=0)

    def add_new(self, tensor: Tensor) -> int:
        """Count a tensor's storage unless it is registered; return the bytes that it adds."""
        storage = _storage_of(tensor)
        if storage is None or storage._cdata in self._entries:
            return 0
        size = allocation_size(storage.nbytes())
        with self._lock:
            entry = self._register(storage, tensor.device.type, counted=size)
            self._allocate(entry, size)
        return size

    def update(self, tensor: Tensor) -> int:
        """Count a resize of a registered tensor's storage; return the bytes allocated for it."""
        storage = _storage_of(tensor)
        entry = None if storage is None else self._entries.get(storage._cdata)
        if storage is None or entry is None or storage.nbytes() == entry.nbytes:
            return 0
        return self._resize(entry, storage.nbytes())

    def update_all(self) -> None:
        """Count resizes that no operator reported, such as `untyped_storage().resize_(0)`."""
        for entry in list(self._entries.values()):
            storage = entry.storage()
            if storage is not None:
                self._resize(entry, storage.nbytes())

    def _register(self, storage: torch.UntypedStorage, device: str, counted: int) -> _Entry:
        with self._lock:
            key = storage._cdata
            if key not in self._entries:
                counts = (self.all, self.devices.setdefault(device, ByteCounts()))
                reference = weakref.ref(storage, lambda _: self._free(key))
                self._entries[key] = _Entry(reference, counts, storage.nbytes(), counted)
            return self._entries[key]

    def _allocate(self, entry: _Entry, size: int) -> None:
        if any(count.live + size > count.peak for count in entry.counts):
            self.update_all()  # bytes that an unreported resize freed must not count in a peak
        for count in entry.counts:
            count.live += size
            count.total += size
            count.peak = max(count.peak, count.live)

    def _resize(self, entry: _Entry, nbytes: int) -> int:
        """Count the new size, then free the old one: a resize holds both for a moment."""
        with self._lock:
            if nbytes == entry.nbytes:
                return 0
            size, old = allocation_size(nbytes), allocation_size(entry.nbytes)
            entry.nbytes = nbytes
            entry.counted += size - old
            self._allocate(entry, size)
            for count in entry.counts:
                count.live -= old
        return size

    def _free(self, key: int) -> None:
        with self._lock:
            entry = self._entries.pop(key, None)
            for count in entry.counts if entry else ():
                count.live -= entry.counted if entry else 0


def _storage_of(tensor: Tensor) -> torch.UntypedStorage | None:
    if tensor.is_meta:
        return None
    try:
        return tensor.untyped_storage()
    except (NotImplementedError, RuntimeError):  # sparse and opaque tensors have no storage
        return None
