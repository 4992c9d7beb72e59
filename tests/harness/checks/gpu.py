"""The CUDA device: is there one, which, and what the CUDA tests need of it."""

import gc
import glob
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import torch
from torch.cuda import memory_allocated  # bound now: a submission may patch the module

from tests.harness.checks.timing import Clock, CudaClock
from tests.harness.plugin.scores import NO_DEVICE

NATIVE_BFLOAT16 = (8, 0)
FLUSH_BYTES = 256 * 2**20  # more than any device's L2; what triton.testing.do_bench writes
MEASURED = pytest.StashKey[list[dict[str, Any]]]()


@dataclass
class Gpu:
    """A device and what tests do with it; the harness's own tests put a made one in its place."""

    device: torch.device
    name: str
    capability: tuple[int, int]
    total_bytes: int
    clock: Clock = field(default_factory=CudaClock)
    measured: list[dict[str, Any]] = field(default_factory=list)
    _flushed: torch.Tensor | None = None

    def synchronize(self) -> None:
        """Wait until the device has done all it was given."""
        torch.cuda.synchronize(self.device)

    def note(self, name: str, dtype: torch.dtype, **figures: float) -> None:
        """Keep what was measured of a submission, and what the harness measured beside it.

        Args:
            name: the work.
            dtype: in which it was done.
            figures: its `flops` and `seconds`; its `bytes` for the report's roofline; others for
                whoever doubts a verdict.
        """
        short = str(dtype).removeprefix("torch.")
        self.measured.append({"name": name, "dtype": short, "device": self.name, **figures})

    def allocated(self) -> int:
        """Return the bytes that the caching allocator counts, garbage left out."""
        gc.collect()
        self.synchronize()
        return memory_allocated(self.device)

    def free_bytes(self) -> int:
        """Return the bytes that can still be had: the driver's, and what the allocator keeps."""
        kept = torch.cuda.memory_reserved(self.device) - torch.cuda.memory_allocated(self.device)
        return torch.cuda.mem_get_info(self.device)[0] + kept

    def multiply_plainly(self) -> None:
        """Have float32 matmuls done in float32, not TF32, whatever ran in this process before.

        Of torch's three switches this one sets the others too. Where they differ, reading raises.
        """
        torch.set_float32_matmul_precision("highest")

    def flush(self) -> None:
        """Push everything out of the L2 cache."""
        if self._flushed is None:
            self._flushed = torch.empty(FLUSH_BYTES, dtype=torch.uint8, device=self.device)
        self._flushed.zero_()

    def release(self) -> None:
        """Give cached memory back, so that one test's use, or overuse, is not another's."""
        self._flushed = None
        gc.collect()
        torch.cuda.empty_cache()


def plain_gpu() -> Gpu:
    """Return the current CUDA device: the first one that CUDA_VISIBLE_DEVICES leaves."""
    device = torch.device("cuda", torch.cuda.current_device())
    properties = torch.cuda.get_device_properties(device)
    torch.ones((), device=device).item()  # raises where torch has no kernels for so old a device
    gpu = Gpu(
        device,
        torch.cuda.get_device_name(device),
        (properties.major, properties.minor),
        properties.total_memory,
    )
    gpu.multiply_plainly()
    return gpu


@pytest.fixture
def gpu(request: pytest.FixtureRequest, not_run: Any) -> Iterator[Gpu]:
    """The device under test; what one test left in its memory is given back."""
    try:
        gpu = plain_gpu()
    except Exception as error:  # a device is listed: its driver is too old, or it is taken, or full
        not_run(f"{NO_DEVICE}: {_said(error)}; nvidia-smi shows its state, and who uses it")
    gpu.measured = request.config.stash.setdefault(MEASURED, [])
    try:
        yield gpu
    finally:
        gpu.release()


def windows(sequence: torch.Tensor, columns: int) -> torch.Tensor:
    """Return the matrix of all windows of a sequence: much to compute with, and little to send."""
    return sequence.unfold(0, columns, 1)


def why_not_bfloat16(gpu: Gpu) -> str:
    """Say why a device has no bf16 verdict, or nothing."""
    if gpu.capability >= NATIVE_BFLOAT16:
        return ""
    major, minor = gpu.capability
    return (
        f"{gpu.name} has compute capability {major}.{minor}; "
        "bf16 tensor cores come with 8.0 (A100) and later"
    )


def why_not_enough_memory(gpu: Gpu, needed: int) -> str:
    """Say why a device is too small, or too full, for a test; or nothing."""
    free = gpu.free_bytes()
    if free >= needed:
        return ""
    return (
        f"{gpu.name} has {free / 2**30:.1f} GiB of {gpu.total_bytes / 2**30:.1f} free, and this "
        f"test needs {needed / 2**30:.1f}"
    )


def no_cuda_reason(
    *,
    built_for: str | None = torch.version.cuda,
    visible: str | None = None,
    driver: bool | None = None,
    start: Callable[[], Any] = torch.cuda.init,
) -> str:
    """Say why there is no CUDA device, in one line, and what to do.

    Args:
        built_for: the CUDA version that torch was built for, None without CUDA.
        visible: CUDA_VISIBLE_DEVICES; the environment's where not given.
        driver: whether the system shows an NVIDIA driver; looked up where not given.
        start: what starts CUDA, and raises what torch has to say.
    """
    if built_for is None:
        return f"{NO_DEVICE}: torch {torch.__version__} was built without CUDA"
    visible = os.environ.get("CUDA_VISIBLE_DEVICES") if visible is None else visible
    if visible is not None and visible.strip() in ("", "-1"):
        return f"{NO_DEVICE}: CUDA_VISIBLE_DEVICES={visible!r} hides all of them"
    if not (_shows_a_driver() if driver is None else driver):
        return f"{NO_DEVICE}: this machine shows no NVIDIA GPU, or its driver is not loaded"
    try:
        start()
        said = ""
    except Exception as error:
        said = _said(error)
    if "driver" in said:
        return f"{NO_DEVICE}: {said}"
    if visible and (not said or "No CUDA GPUs" in said):
        kind = "MIG slice" if "MIG" in visible else "device"
        return f"{NO_DEVICE}: CUDA_VISIBLE_DEVICES={visible} names no {kind} of this machine"
    return f"{NO_DEVICE}: {said or 'torch cannot use it'}"


def _said(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _shows_a_driver() -> bool:
    nodes = glob.glob("/dev/nvidia[0-9]*") or glob.glob("/dev/dxg")
    return sys.platform != "linux" or bool(nodes)


def device_line() -> str:
    """Say which device the CUDA tests run on, and what its choice or kind means."""
    name, count = torch.cuda.get_device_name(), torch.cuda.device_count()
    text = f"CUDA tests run on {name}"
    if count > 1:
        text += f", the first of {count}; CUDA_VISIBLE_DEVICES chooses another"
    if "MIG" in name:
        text += ", a slice of a device: its peak is not known"
    return text
