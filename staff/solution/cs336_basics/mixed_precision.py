"""Mixed precision: low for the matmuls, float32 for what accumulates. Handout §11."""

import torch
from torch import Tensor, nn


def mixed_precision_step(
    model: nn.Module,
    inputs: Tensor,
    targets: Tensor,
    optimizer: torch.optim.Optimizer,
    dtype: torch.dtype,
    scaler: torch.amp.GradScaler | None = None,
) -> float:
    """Take one training step of mean-squared error, with the matmuls in dtype.

    The model runs once: forward under autocast, and backward in the dtypes of forward; the loss,
    parameters, their gradients and the optimizer's state are float32. bfloat16 has the range of
    float32; gradients below half of float16's smallest number, 6e-8, would become 0, so a float16
    step takes a scaler: it multiplies the loss by, say, 65536 and divides the gradients again.

    Predictions 1.0 and 2.0 for targets 0.0 and 4.0 return 2.5.

    Args:
        model: float32, on one device.
        inputs: what the model takes.
        targets: float32, of the shape of the model's output.
        optimizer: of all the model's parameters. Gradients from before the call do not count.
        dtype: torch.bfloat16 or torch.float16; torch.float32 means no autocast.
        scaler: used whenever one is given. When gradients are infinite, no parameter changes and
            the scale goes down. Without one, nothing is scaled, in float16 either.

    Returns:
        The loss before the step, unscaled. The gradients are clear (None or zeros) afterwards;
        the model keeps its mode.

    Handout §11.1.
    """
    # BEGIN SOLUTION
    scaler = scaler or torch.amp.GradScaler(inputs.device.type, enabled=False)
    optimizer.zero_grad()
    with torch.autocast(inputs.device.type, dtype, enabled=dtype != torch.float32):
        loss = ((model(inputs).float() - targets) ** 2).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    return loss.item()
    # END SOLUTION
