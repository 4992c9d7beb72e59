"""Steps and passes of the harness's own, which a submission's are measured against."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

from tests.harness.checks.gpu import Gpu
from tests.harness.runtime.trace import Trace, Tracer


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
    tracer = Tracer(busy=seconds)
    with tracer:
        source.to(gpu.device, non_blocking=memory == "pinned")
    return bool(tracer.trace.cuda and tracer.trace.cuda["busy"])
