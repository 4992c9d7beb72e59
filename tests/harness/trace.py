"""Record what a call does: operators, dtypes, devices, FLOPs, and bytes.

On CPU the bytes are a count of live storages, each rounded up to 512 as the CUDA caching
allocator rounds, so that memory is graded without a GPU; on CUDA they are the allocator's own.
"""

import time
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_iter
from torch.utils.flop_counter import flop_registry

ALLOCATION_BYTES = 512
MATMULS = ("aten.mm", "aten.bmm", "aten.addmm", "aten.baddbmm", "aten.mv", "aten.dot", "aten.addmv")


@dataclass(frozen=True)
class Op:
    """One operator: its name, its tensors, its cost, and the live bytes once it has run.

    `began` and `ended` are seconds since the trace began: when the call of it was entered and
    left. Whatever a submission measures around that call lasts at least as long.
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


@dataclass
class Trace:
    """What one call did; plain data, so that it can cross a process boundary."""

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

    def named(self, name: str) -> list[Op]:
        """Return the operators of this name, for example "aten.copy_"."""
        return [op for op in self.ops if op.name == name]


class Tracer(TorchDispatchMode):
    """A dispatch mode that fills a Trace. Storages alive before it started are not counted."""

    def __init__(self) -> None:
        super().__init__()
        self.trace = Trace()
        self._live = 0
        self._known: set[int] = set()
        self._cuda_before: dict[str, int] = {}
        self._start = time.perf_counter()

    def __enter__(self) -> "Tracer":
        if torch.cuda.is_initialized():
            torch.cuda.synchronize()
            torch.cuda.reset_peak_memory_stats()
            self._cuda_before = _cuda_counters()
        super().__enter__()
        self._start = time.perf_counter()
        return self

    def __exit__(self, *exc_info: Any) -> None:
        super().__exit__(*exc_info)
        self.trace.retained_bytes = self._live
        if torch.cuda.is_initialized():
            torch.cuda.synchronize()
            now = _cuda_counters()
            before = self._cuda_before or dict.fromkeys(now, 0)
            start = before["allocated"]
            self.trace.cuda = {
                "retained": now["allocated"] - start,
                "peak": now["peak"] - start,
                "total": now["total"] - before["total"],
            }

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict | None = None
    ) -> Any:
        kwargs = kwargs or {}
        parts = run_parts(self, func, args, kwargs)
        if parts is not NotImplemented:
            return parts
        inputs = list(_tensors((args, kwargs)))
        for tensor in inputs:
            self._remember(tensor)
        began = time.perf_counter()
        out = func(*args, **kwargs)
        ended = time.perf_counter()
        outputs = list(_tensors(out))
        allocated = sum(self._count(tensor) for tensor in outputs)
        counter = flop_registry.get(func._overloadpacket)
        self.trace.ops.append(
            Op(
                name=str(func._overloadpacket),
                input_dtypes=[_dtype(t) for t in inputs],
                input_shapes=[list(t.shape) for t in inputs],
                output_dtypes=[_dtype(t) for t in outputs],
                output_shapes=[list(t.shape) for t in outputs],
                devices=sorted({str(t.device) for t in (*inputs, *outputs)}),
                flops=int(counter(*args, **kwargs, out_val=out)) if counter else 0,
                allocated=allocated,
                live=self._live,
                began=began - self._start,
                ended=ended - self._start,
            )
        )
        return out

    def _remember(self, tensor: Tensor, size: int = 0) -> None:
        storage = tensor.untyped_storage()
        if storage._cdata not in self._known:
            self._known.add(storage._cdata)
            weakref.finalize(storage, self._release, storage._cdata, size)

    def _count(self, tensor: Tensor) -> int:
        storage = tensor.untyped_storage()
        if storage._cdata in self._known or tensor.is_meta:
            return 0
        size = -(-storage.nbytes() // ALLOCATION_BYTES) * ALLOCATION_BYTES
        self._remember(tensor, size)
        self._live += size
        self.trace.allocated_bytes += size
        self.trace.peak_bytes = max(self.trace.peak_bytes, self._live)
        return size

    def _release(self, key: int, size: int) -> None:
        self._known.discard(key)
        self._live -= size


def run_parts(mode: TorchDispatchMode, func: Any, args: Any, kwargs: Any) -> Any:
    """Run a composite operator as its parts, seen by `mode`; NotImplemented for any other.

    Under torch.inference_mode a matmul reaches a mode whole; elsewhere it is in parts by then.
    """
    if not torch.is_inference_mode_enabled() or func._overloadpacket in flop_registry:
        return NotImplemented
    TorchDispatchMode.__enter__(mode)
    try:
        return func.decompose(*args, **kwargs)
    finally:
        TorchDispatchMode.__exit__(mode, None, None, None)


def _tensors(tree: Any) -> Iterator[Tensor]:
    return (leaf for leaf in tree_iter(tree) if isinstance(leaf, Tensor))


def _dtype(tensor: Tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")


def _cuda_counters() -> dict[str, int]:
    stats = torch.cuda.memory_stats()
    return {
        "allocated": stats["allocated_bytes.all.current"],
        "peak": stats["allocated_bytes.all.peak"],
        "total": stats["allocated_bytes.all.allocated"],
    }
