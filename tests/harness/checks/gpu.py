"""The CUDA device: is there one, which, and what the CUDA tests need of it."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.cuda import memory_allocated  # bound now: a submission may patch the module
from torch.utils.checkpoint import checkpoint

from tests.harness.checks.timing import Clock, CudaClock
from tests.harness.plugin.device import MEASURED, _said
from tests.harness.plugin.scores import NO_DEVICE
from tests.harness.runtime.trace import Trace, Tracer

NATIVE_BFLOAT16 = (8, 0)
FLUSH_BYTES = 256 * 2**20  # more than any device's L2; what triton.testing.do_bench writes


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


def mixed_precision_step(
    model: nn.Module,
    inputs: Tensor,
    targets: Tensor,
    optimizer: torch.optim.Optimizer,
    dtype: torch.dtype,
) -> float:
    """Take a step of mean-squared error under autocast; float32 means without."""
    optimizer.zero_grad(set_to_none=True)
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        outputs = model(inputs)
    loss = nn.functional.mse_loss(outputs.float(), targets)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    return loss.item()


def forward_and_backward(
    layers: nn.Sequential, x: Tensor, grad_output: Tensor, *, checkpointed: bool
) -> dict[str, Any]:
    """Run layers forward and backward as the adapter run_checkpointed_forward does."""
    x = x.detach().requires_grad_()
    layers.zero_grad()
    output = x
    for layer in layers:
        output = checkpoint(layer, output, use_reentrant=False) if checkpointed else layer(output)
    (output * grad_output).sum().backward()
    return {
        "output": output.detach(),
        "input_grad": x.grad,
        "layer_grads": [parameter.grad for parameter in layers.parameters()],
    }


def traced(call: Callable[[], Any], arguments: Any, between: Callable[[], Any]) -> Trace:
    """Return the trace of a call's second run.

    The first one makes what stays for ever, such as cuBLAS's workspaces, which the allocator
    counts too; `between` undoes the rest.
    """
    call()
    between()
    tracer = Tracer(arguments)
    with tracer:
        call()
    return tracer.trace


def batch_returns_while_busy(gpu: Gpu, memory: str, seconds: float) -> bool:
    """Return whether a copy from "pinned" or "pageable" memory returns before queued work ends."""
    source = torch.zeros(2**18, dtype=torch.int64)
    source = source.pin_memory() if memory == "pinned" else source
    source.to(gpu.device, non_blocking=memory == "pinned")
    tracer = Tracer(busy_seconds=seconds)
    with tracer:
        source.to(gpu.device, non_blocking=memory == "pinned")
    return bool(tracer.trace.cuda and tracer.trace.cuda["busy"])
