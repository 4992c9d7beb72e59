"""The CUDA device under test, and what the CUDA tests do with it."""

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
from tests.harness.plugin.device import MEASURED, first_line
from tests.harness.plugin.failure import NO_DEVICE, Failure
from tests.harness.plugin.scores import Measurement
from tests.harness.runtime.trace import Trace, Tracer

NATIVE_BFLOAT16 = (8, 0)  # compute capability
FLUSH_BYTES = 256 * 2**20  # larger than any L2 cache; triton.testing.do_bench writes as much


@dataclass
class Gpu:
    """A device and what tests do with it; the harness's own tests substitute a made one.

    Attributes:
        device: torch's device.
        name: the device's name, as torch gives it.
        capability: its compute capability.
        total_bytes: its memory.
        clock: what measures time on it.
        measured: the measurements of `record`.
    """

    device: torch.device
    name: str
    capability: tuple[int, int]
    total_bytes: int
    clock: Clock = field(default_factory=CudaClock)
    measured: list[Measurement] = field(default_factory=list)
    _flushed: torch.Tensor | None = None

    def synchronize(self) -> None:
        """Wait until all queued work is done."""
        torch.cuda.synchronize(self.device)

    def record(
        self,
        name: str,
        dtype: torch.dtype,
        *,
        flops: float,
        seconds: float,
        own: float,
        bytes: float | None = None,
        **more: float,
    ) -> None:
        """Record a measurement of the submission; for the arguments see Measurement."""
        short = str(dtype).removeprefix("torch.")
        self.measured.append(Measurement(name, short, self.name, flops, seconds, bytes, own, more))

    def allocated(self) -> int:
        """Return the bytes that the caching allocator counts, after collecting garbage."""
        gc.collect()
        self.synchronize()
        return memory_allocated(self.device)

    def free_bytes(self) -> int:
        """Return the bytes that can be allocated: the driver's free ones, and the cached ones."""
        cached = torch.cuda.memory_reserved(self.device) - torch.cuda.memory_allocated(self.device)
        return torch.cuda.mem_get_info(self.device)[0] + cached

    def disable_tf32(self) -> None:
        """Compute float32 matmuls in float32, whatever an earlier call has set.

        Torch has three settings for TF32, and raises when they contradict each other; this one sets
        all three.
        """
        torch.set_float32_matmul_precision("highest")

    def flush(self) -> None:
        """Evict everything from the L2 cache."""
        if self._flushed is None:
            self._flushed = torch.empty(FLUSH_BYTES, dtype=torch.uint8, device=self.device)
        self._flushed.zero_()

    def release(self) -> None:
        """Return cached memory to the driver, so that no test depends on an earlier one's use."""
        self._flushed = None
        gc.collect()
        torch.cuda.empty_cache()


def current_gpu() -> Gpu:
    """Return the current CUDA device: the first one in CUDA_VISIBLE_DEVICES.

    Raises:
        RuntimeError: the device cannot be used; torch says why.
    """
    device = torch.device("cuda", torch.cuda.current_device())
    properties = torch.cuda.get_device_properties(device)
    torch.ones((), device=device).item()  # raises if torch has no kernels for it
    gpu = Gpu(
        device,
        torch.cuda.get_device_name(device),
        (properties.major, properties.minor),
        properties.total_memory,
    )
    gpu.disable_tf32()
    return gpu


@pytest.fixture
def gpu(request: pytest.FixtureRequest, not_run: Any) -> Iterator[Gpu]:
    """The device under test; its cached memory is released after the test."""
    try:
        gpu = current_gpu()
    except Exception as error:  # its driver is too old, or another process uses it, or fills it
        reason = f"{first_line(error)}; nvidia-smi shows its state, and who uses it"
        not_run(Failure(reason, kind=NO_DEVICE))
    gpu.measured = request.config.stash.setdefault(MEASURED, [])
    try:
        yield gpu
    finally:
        gpu.release()


def windows(sequence: torch.Tensor, columns: int) -> torch.Tensor:
    """Return all windows of a 1-D sequence as a matrix: a large input that is cheap to send."""
    return sequence.unfold(0, columns, 1)


def no_bfloat16_reason(gpu: Gpu) -> str:
    """Return why the device cannot be judged in bfloat16; "" if it can."""
    if gpu.capability >= NATIVE_BFLOAT16:
        return ""
    major, minor = gpu.capability
    return (
        f"{gpu.name} has compute capability {major}.{minor}; "
        "bf16 tensor cores come with 8.0 (A100) and later"
    )


def too_little_memory_reason(gpu: Gpu, needed: int) -> str:
    """Return why the device has too little free memory for a test; "" if it has enough."""
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
    """Take a step of mean-squared error under autocast, without it for float32; return the loss."""
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
    """Run layers forward and backward, and return what run_checkpointed_forward returns."""
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


def trace_second_call(call: Callable[[], Any], arguments: Any, between: Callable[[], Any]) -> Trace:
    """Return the trace of a call's second run.

    The first run allocates what torch never frees, such as cuBLAS's workspaces. `between` is called
    after it, to undo its other effects.
    """
    call()
    between()
    tracer = Tracer(arguments)
    with tracer:
        call()
    return tracer.trace


def batch_returns_while_busy(gpu: Gpu, memory: str, seconds: float) -> bool:
    """Return whether a copy from "pinned" or "pageable" memory returns while work is queued.

    Args:
        gpu: the device.
        memory: the kind of host memory, "pinned" or "pageable".
        seconds: of queued work.
    """
    source = torch.zeros(2**18, dtype=torch.int64)
    source = source.pin_memory() if memory == "pinned" else source
    source.to(gpu.device, non_blocking=memory == "pinned")
    tracer = Tracer(busy_seconds=seconds)
    with tracer:
        source.to(gpu.device, non_blocking=memory == "pinned")
    return bool(tracer.trace.cuda and tracer.trace.cuda["busy"])
