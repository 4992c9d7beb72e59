"""Record what a call does: operators, dtypes, devices, FLOPs, and bytes.

The bytes are a count of live storages, each rounded up to 512 as the CUDA caching allocator
rounds, so that memory is graded without a GPU (see ledger.py); on CUDA the allocator's own counters
stand beside it.
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

_is_pinned = Tensor.is_pinned


@dataclass(frozen=True)
class Op:
    """One operator: its name, its tensors, its cost, and the live bytes once it has run.

    `began` and `ended` are seconds since the trace began: when the call of it was entered and
    left. Whatever a submission measures around that call lasts at least as long. `to_device` is
    set where it copied from the host to a CUDA device: "asynchronous" if the source was pinned and
    the copy did not block, else "unpinned" or "blocking".
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
    """What one call did; plain data, so that it can cross a process boundary.

    Attributes:
        ops: the operators, in the order they ran.
        allocated_bytes: all bytes that were allocated.
        peak_bytes: the most that were alive at once.
        retained_bytes: those alive at the end; what was alive before the call does not count.
        cuda: the CUDA allocator's own "retained", "peak" and "total", the same by count of CUDA
            storages as "counted_…", and "busy" (see Tracer); None if CUDA was not used.
    """

    ops: list[Op] = field(default_factory=list)
    allocated_bytes: int = 0
    peak_bytes: int = 0
    retained_bytes: int = 0
    cuda: dict[str, int] | None = None

    @property
    def flops(self) -> int:
        """FLOPs of all operators that torch's own counter counts."""
        return sum(op.flops for op in self.ops)

    @property
    def matmuls(self) -> list[Op]:
        """The matrix multiplications, in the order they ran."""
        return [op for op in self.ops if op.name in MATMULS]


class OperatorMode(TorchDispatchMode):
    """A dispatch mode whose `run` is given each operator, a composite one as its parts.

    It does without torch's wrapper that keeps the compiler out of each operator.
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
        TorchDispatchMode.__enter__(self)  # not as a subclass enters, which begins anew
        try:  # under inference_mode a matmul, say, is whole; elsewhere it is in parts by now
            parts = func.decompose(*args, **kwargs)
        finally:
            TorchDispatchMode.__exit__(self, None, None, None)
        return self.run(func, args, kwargs) if parts is NotImplemented else parts

    def run(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run an operator."""
        return func(*args, **kwargs)


class Tracer(OperatorMode):
    """A dispatch mode that fills a Trace.

    Args:
        arguments: what the call is given. Tensors, models and optimizers in it are known from
            before: what the call frees of theirs counts less than nothing, as on a device.
        busy: seconds of work that the device is given just before the call. Then
            `trace.cuda["busy"]` is 1 if the call returned before that work was done, else 0.
    """

    def __init__(self, arguments: Any = (), busy: float = 0.0) -> None:
        super().__init__()
        self.trace = Trace()
        self._ledger = Ledger()
        for tensor in _held(arguments):
            self._ledger.hold(tensor)
        self._busy = busy
        self._work: Any = None
        self._cuda_before: dict[str, int] = {}
        self._start = time.perf_counter()

    def __enter__(self) -> "Tracer":
        if torch.cuda.is_initialized():
            gc.collect()  # garbage from before must not be freed inside
            cycles = _cycles_per_second() * self._busy if self._busy else 0
            torch.cuda.synchronize()
            torch.cuda.reset_peak_memory_stats()
            self._cuda_before = _cuda_counters()
            if cycles:
                torch.cuda._sleep(int(cycles))
                self._work = torch.cuda.Event()
                self._work.record()
        super().__enter__()
        self._start = time.perf_counter()
        return self

    def __exit__(self, *exc_info: Any) -> None:
        busy = self._work is not None and not self._work.query()
        super().__exit__(*exc_info)
        gc.collect(1)  # what the call left in cycles is not retained by anyone
        self._ledger.settle()
        counted = self._ledger.all
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
        counted = self._ledger.devices.get("cuda", Account())
        return {
            "retained": now["allocated"] - start,
            "peak": now["peak"] - start,
            "total": now["total"] - before["total"],
            "counted_retained": counted.live,
            "counted_peak": counted.peak,
            "counted_total": counted.total,
        }

    def run(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run an operator, and note what it did."""
        inputs: list[Tensor] = []
        outputs: list[Tensor] = []
        _gather_tensors((args, kwargs), inputs)
        lifted = func is torch.ops.aten.lift_fresh.default  # torch.tensor(data): made just now
        for tensor in () if lifted else inputs:
            self._ledger.ignore(tensor)
        began = time.perf_counter()
        out = func(*args, **kwargs)
        ended = time.perf_counter()
        _gather_tensors(out, outputs)
        allocated = sum(map(self._ledger.refresh, (*inputs, *outputs)))
        if (inputs and not lifted) or not _is_of_the_host(outputs):
            allocated += sum(map(self._ledger.count, outputs))
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
                flops=int(counter(*args, **kwargs, out_val=out)) if counter else 0,
                allocated=allocated,
                live=self._ledger.all.live,
                began=began - self._start,
                ended=ended - self._start,
                to_device=_copy_to_device(name, inputs, outputs, args, kwargs),
            )
        )
        return out


def _gather_tensors(tree: Any, into: list[Tensor]) -> None:
    """Append the tensors among an operator's arguments or results: single ones and in lists."""
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


def _held(tree: Any) -> Iterator[Tensor]:
    """Yield the tensors in arguments: models' and optimizers' with their gradients, too."""
    for leaf in tree_iter(tree):
        if isinstance(leaf, Tensor):
            yield leaf
            if leaf.is_leaf and leaf.grad is not None:
                yield leaf.grad
        elif isinstance(leaf, torch.nn.Module):
            yield from _held([*leaf.parameters(), *leaf.buffers()])
        elif isinstance(leaf, torch.optim.Optimizer):
            params = [param for group in leaf.param_groups for param in group["params"]]
            yield from _held([params, list(leaf.state.values())])


def _is_of_the_host(made: list[Tensor]) -> bool:
    """Return whether tensors made from no tensor would be on the host in a GPU's run, too.

    Numbers are, such as the step counts that optimizers keep, and what lies in NumPy's memory.
    """
    return all(x.is_cpu and (x.ndim == 0 or not x.untyped_storage().resizable()) for x in made)


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
    """Measure how many cycles of `torch.cuda._sleep` take a second."""
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


ALLOCATION_BYTES = 512


def rounded(nbytes: int) -> int:
    """Return the bytes that the allocator counts for a storage: 1000 becomes 1024."""
    return -(-nbytes // ALLOCATION_BYTES) * ALLOCATION_BYTES


@dataclass
class Account:
    """The bytes alive now, the most there were at once, and all that were ever allocated."""

    live: int = 0
    peak: int = 0
    total: int = 0


@dataclass
class _Entry:
    storage: "weakref.ref[torch.UntypedStorage]"
    accounts: tuple[Account, ...]
    nbytes: int
    counted: int


class Ledger:
    """The storages of one call, summed over all devices and for each device type."""

    def __init__(self) -> None:
        self.all = Account()
        self.devices: dict[str, Account] = {}
        self._entries: dict[int, _Entry] = {}
        self._lock = threading.RLock()

    def hold(self, tensor: Tensor) -> None:
        """Know a tensor from before the call: it counts nothing now, and less than nothing freed.

        That is how a counter moves that is read before and after.
        """
        if storage := _storage_of(tensor):
            self._enter(storage, tensor.device.type, counted=rounded(storage.nbytes()))

    def ignore(self, tensor: Tensor) -> None:
        """Meet a tensor of unknown origin: only a change of its size will count."""
        if storage := _storage_of(tensor):
            self._enter(storage, tensor.device.type, counted=0)

    def count(self, tensor: Tensor) -> int:
        """Count a tensor's storage if it is new; return the bytes it adds."""
        storage = _storage_of(tensor)
        if storage is None or storage._cdata in self._entries:
            return 0
        size = rounded(storage.nbytes())
        with self._lock:
            entry = self._enter(storage, tensor.device.type, counted=size)
            self._allocate(entry, size)
        return size

    def refresh(self, tensor: Tensor) -> int:
        """Follow a resize of a known tensor's storage; return the bytes newly allocated for it."""
        storage = _storage_of(tensor)
        entry = self._entries.get(storage._cdata) if storage else None
        return self._resize(entry, storage.nbytes()) if entry and storage else 0

    def settle(self) -> None:
        """Follow the resizes that no operator showed, such as `untyped_storage().resize_(0)`."""
        for entry in list(self._entries.values()):
            storage = entry.storage()
            if storage is not None:
                self._resize(entry, storage.nbytes())

    def _enter(self, storage: torch.UntypedStorage, device: str, counted: int) -> _Entry:
        with self._lock:
            key = storage._cdata
            if key not in self._entries:
                accounts = (self.all, self.devices.setdefault(device, Account()))
                freed = weakref.ref(storage, lambda _: self._free(key))
                self._entries[key] = _Entry(freed, accounts, storage.nbytes(), counted)
            return self._entries[key]

    def _allocate(self, entry: _Entry, size: int) -> None:
        if any(account.live + size > account.peak for account in entry.accounts):
            self.settle()  # what was freed by a silent resize must not stand in a peak
        for account in entry.accounts:
            account.live += size
            account.total += size
            account.peak = max(account.peak, account.live)

    def _resize(self, entry: _Entry, nbytes: int) -> int:
        """Allocate the new size, then give the old one back, as storages are resized."""
        with self._lock:
            if nbytes == entry.nbytes:
                return 0
            size, old = rounded(nbytes), rounded(entry.nbytes)
            entry.nbytes = nbytes
            entry.counted += size - old
            self._allocate(entry, size)
            for account in entry.accounts:
                account.live -= old
        return size

    def _free(self, key: int) -> None:
        with self._lock:
            entry = self._entries.pop(key, None)
            for account in entry.accounts if entry else ():
                account.live -= entry.counted if entry else 0


def _storage_of(tensor: Tensor) -> torch.UntypedStorage | None:
    if tensor.is_meta:
        return None
    try:
        return tensor.untyped_storage()
    except (NotImplementedError, RuntimeError):  # sparse and opaque tensors have no one storage
        return None
