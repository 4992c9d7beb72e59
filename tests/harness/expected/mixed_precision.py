"""Mixed-precision steps: random tasks, the results of torch's autocast, and known mistakes."""

import copy
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from tests.harness.checks.values import assert_close, assert_loss
from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import Rng
from tests.harness.runtime.describe import describe_error, error_text

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
_NO_STEP = "the parameter did not change: is the optimizer's step missing?"
NO_HOOKS = "model.forward(x) leaves out the model's hooks; model(x) runs them"
STALE = 7.0  # the value of gradients from before the call


def draw_task(
    rng: Rng, *hidden: int, outputs: int | None = None
) -> tuple[nn.Module, Tensor, Tensor]:
    """Return a float32 model of random sizes, inputs and targets; `hidden` are inner widths."""
    sizes = [rng.integer(4, 9), *hidden, outputs or rng.integer(2, 5)]
    layers: list[nn.Module] = []
    for d_in, d_out in pairwise(sizes):
        layers += [nn.Linear(d_in, d_out), nn.Tanh()]
    model = nn.Sequential(*layers[:-1])
    for param in model.parameters():
        param.data.copy_(rng.normal(*param.shape) * 0.5)
    batch = rng.integer(5, 20)
    return model, rng.normal(batch, sizes[0]), rng.normal(batch, sizes[-1])


def autocast_step(
    model: nn.Module, inputs: Tensor, targets: Tensor, dtype: torch.dtype
) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the predictions under torch's autocast and the gradients by name, in float64."""
    model = copy.deepcopy(model)
    model.zero_grad()
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        predictions = model(inputs)
    ((predictions.float() - targets) ** 2).mean().backward()
    grads = {n: p.grad.double() for n, p in model.named_parameters() if p.grad is not None}
    return predictions.detach().double(), grads


def make_scaler(scale: float, backoff_factor: float = 0.5) -> torch.amp.GradScaler:
    """Return a scaler for the CPU that doubles its scale after each step with finite gradients."""
    return torch.amp.GradScaler(
        "cpu", init_scale=scale, backoff_factor=backoff_factor, growth_interval=1
    )


def take_step(adapters: Adapters, *args: Any) -> Any:
    """Call run_mixed_precision_step with a scaler, and explain the scaler's own error."""
    seen = adapters.observed().run_mixed_precision_step(*args)
    if seen.error is not None and "No inf checks were recorded" in error_text(seen.error):
        fail(
            f"{describe_error(seen.error)}; raised in {adapters.raised_at}",
            "let the scaler take the optimizer's step: it looks for infinite gradients first",
        )
    return seen.value


def _mean_square(predictions: Tensor, targets: Tensor) -> float:
    return ((predictions.double() - targets.double()) ** 2).mean().item()


def _low_precision_losses(predictions: Tensor, targets: Tensor, dtype: torch.dtype) -> list[float]:
    """Return the losses that come out if some part of the loss is computed in dtype."""
    errors = predictions - targets.double()
    low = predictions.to(dtype) - targets.to(dtype)
    parts = (
        (low**2).mean(),
        (low**2).float().mean(),
        (low.float() ** 2).mean(),
        (errors.to(dtype) ** 2).mean(),
        (errors.to(dtype).float() ** 2).mean(),
        (errors**2).to(dtype).mean(),
        (errors**2).to(dtype).float().mean(),
        (errors**2).mean().to(dtype),
    )
    return [part.item() for part in parts]


def assert_step_loss(
    actual: Any,
    model: nn.Module,
    inputs: Tensor,
    targets: Tensor,
    dtype: torch.dtype,
    *,
    after: nn.Module,
    scale: float = 1.0,
    later_scale: float = 1.0,
) -> None:
    """Assert that a step returned the loss of the model before the step.

    Args:
        actual: what the submission returned.
        model: the model before the step.
        inputs: of the step.
        targets: of the step.
        dtype: of autocast.
        after: the model after the step.
        scale: the scaler's scale before the step.
        later_scale: its scale after the step.
    """
    predictions, _ = autocast_step(model, inputs, targets, dtype)
    expected = _mean_square(predictions, targets)

    def mistakes() -> dict[str, float]:
        low = min(
            _low_precision_losses(predictions, targets, dtype), key=lambda loss: abs(loss - actual)
        )
        rounded = _mean_square(predictions, targets.to(dtype))
        late = _mean_square(autocast_step(after, inputs, targets, dtype)[0], targets)
        wrong = {
            "this is the scaled loss; return the loss itself": expected * scale,
            "this is the sum of squared errors; take their mean": expected * targets.numel(),
            "the loss was taken in low precision; take it in float32": low,
            "the targets were rounded to low precision": rounded,
            "the model's output was rounded to low precision": _mean_square(
                predictions.to(dtype), targets
            ),
            "this is the root of the mean-squared error": expected**0.5,
            "this is half the mean-squared error": expected / 2,
            "this takes absolute errors; take the mean of their squares": (
                (predictions.double() - targets.double()).abs().mean().item()
            ),
            "this is the squared error a row; take the mean over all elements": (
                expected * targets.numel() / len(targets)
            ),
            "this is the loss after the step": late,
        }
        if inputs.is_floating_point():
            cast, _ = autocast_step(model, inputs.to(dtype).float(), targets, dtype)
            wrong["the inputs were rounded to low precision; leave the inputs as they are"] = (
                _mean_square(cast, targets)
            )
        if model._forward_hooks:
            unhooked = copy.deepcopy(model)
            unhooked._forward_hooks.clear()
            wrong[NO_HOOKS] = _mean_square(
                autocast_step(unhooked, inputs, targets, dtype)[0], targets
            )
        if predictions.numel() == len(targets):  # one output a row
            crossed = predictions.flatten() - targets.flatten()[:, None]
            wrong["outputs and targets were broadcast against each other"] = (
                (crossed**2).mean().item()
            )
        for name in DTYPES:
            if DTYPES[name] != dtype:
                text = f"the forward pass ran in {name}, not in {str(dtype).removeprefix('torch.')}"
                other, _ = autocast_step(model, inputs, targets, DTYPES[name])
                wrong[text] = _mean_square(other, targets)
        if later_scale != scale:  # without a scaler there was no other mistake
            late_scale = expected * scale / later_scale
            wrong = {text: loss for text, loss in wrong.items() if loss != late_scale}
            wrong["this is the scaled loss over the scale of the next step"] = late_scale
        return wrong

    # A mistake has the same predictions, so its loss differs only by the rounding of the sum.
    assert_loss(actual, expected, length=targets.numel(), misconceptions=mistakes, near=1e-6)


def assert_stepped(
    model: nn.Module,
    start: nn.Module,
    inputs: Tensor,
    targets: Tensor,
    dtype: torch.dtype,
    *,
    lr: float,
    scale: float,
    in_float32: str = "",
) -> None:
    """Assert that one step of SGD leads from `start` to `model`.

    The gradient of the parameter `in_float32` is computed in float32, so that its rounding shows.
    """
    _, grads = autocast_step(start, inputs, targets, dtype)
    before = {name: param.detach().double() for name, param in start.named_parameters()}
    norm = torch.stack([grad.norm() for grad in grads.values()]).norm()
    for name, param in model.named_parameters():
        if name not in grads:
            if torch.equal(param, (before[name] - lr * STALE).float()):
                fail(
                    f"{name}, which is frozen, was changed: it had a gradient from before the "
                    "call, and the optimizer's step took it",
                    "clear the gradients of all parameters that the optimizer has",
                )
            if param.requires_grad or not torch.equal(param.double(), before[name]):
                fail(f"{name}, which was frozen, was changed or is not frozen any more")
            continue
        old, step = before[name], lr * grads[name]
        # Sums in another order: a few roundings in dtype, relative to the largest gradient.
        eps = 2.0**-20 if name == in_float32 else torch.finfo(dtype).eps
        slack = 8 * eps / 2.0**-23 * step.abs().max()
        assert_close(
            param.detach(),
            old - step,
            dtype=torch.float32,
            magnitude=old.abs() + slack,
            misconceptions={
                **({_NO_STEP: old} if torch.equal(param.detach().double(), old) else {}),
                "the gradients are still scaled: let the scaler take the step": old - step * scale,
                "the gradients were unscaled, but the loss had not been scaled": old - step / scale,
                "the optimizer took two steps": old - 2 * step,
                "the gradients were clipped; step with them as they are": old - step / norm,
                "gradients from before the call count too": old - step - lr * STALE / scale,
                "the gradients of the sum were used; take the mean": old - step * targets.numel(),
                f"the gradients were rounded to {dtype}; step with them as they are": (
                    old - lr * grads[name].to(dtype).double()
                ),
            },
            what=f"{name} after the step",
        )


def assert_clear(model: nn.Module) -> None:
    """Assert that no gradient is left."""
    for name, param in model.named_parameters():
        if param.grad is not None and param.grad.any():
            fail(f"the gradient of {name} is not clear after the step")
