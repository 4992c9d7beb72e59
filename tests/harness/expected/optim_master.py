"""Steps on float32 copies of bfloat16 parameters, by torch.optim, and the mistakes instead."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, optim

from tests.harness.checks.values import assert_same_elements
from tests.harness.expected.optim import hyperparameters_of
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe

_TORCHS = (optim.SGD, optim.Adagrad, optim.RMSprop, optim.Adam, optim.AdamW)
CLASSES: dict[str, Any] = {kind.__name__.lower(): kind for kind in _TORCHS}
MISTAKES: dict[str, dict[str, Any]] = {
    "the steps are taken in bfloat16; take them on float32 copies": {"dtype": torch.bfloat16},
    "the master is made from the rounded parameter again; it keeps what rounding takes": {
        "from_params": True
    },
    "after load_state_dict, the masters come from the rounded parameters: save the masters": {
        "lost": "masters"
    },
    "after load_state_dict, the optimizer's state is not that which was saved": {"lost": "state"},
    "after load_state_dict, the optimizer steps other tensors than those in master": {
        "lost": "masters of the optimizer"
    },
    "after load_state_dict, the hyperparameters are not those which were saved": {"lost": "groups"},
    "a parameter without a gradient got its earlier one again: its master's .grad is None, too": {
        "stale": True
    },
    "a parameter without a gradient got one of zeros": {"zeros": True},
    "a gradient of zeros is a gradient, too: momentum moves on": {"skips_zeros": True},
    "zero_grad cleared nothing: gradients of earlier steps are added to the new ones": {
        "uncleared": True
    },
    "every param group took the first one's hyperparameters": {"first_group": True},
    "this is the start: no step reached the master": {"idle": True},
}


@dataclass(frozen=True)
class Steps:
    """Steps of torch's optimizer on float32 copies.

    Attributes:
        name: the optimizer.
        params: the bfloat16 parameters at the start.
        grads: grads[t][i] is the gradient of parameter i at step t; None where there is none.
        given: the hyperparameters. A list holds one for each parameter, each in its own group.
    """

    name: str
    params: Sequence[Tensor]
    grads: Sequence[Sequence[Tensor | None]]
    given: dict[str, Any]

    def end(self, **mistake: Any) -> tuple[list[Tensor], list[dict[str, Any]]]:
        """Return the copies and their state after the steps, with one mistake or none."""
        dtype = mistake.get("dtype", torch.float32)
        copies = [param.detach().to(dtype, copy=True) for param in self.params]
        optimizer, lost = self._optimizer(copies, **mistake), mistake.get("lost")
        sums: list[Tensor | None] = [None] * len(copies)
        for t, row in enumerate([*self.grads, None]):
            if lost and t in (len(self.grads) // 2, len(self.grads)):
                if lost == "masters":
                    for copy in copies:
                        copy.copy_(copy.bfloat16())
                elif lost == "masters of the optimizer":
                    break
                elif lost == "state":
                    optimizer = self._optimizer(copies)
                else:
                    for group in optimizer.param_groups:
                        group["lr"] = 0.75
            if row is None or mistake.get("idle"):
                continue
            for i, (copy, grad) in enumerate(zip(copies, row, strict=True)):
                if grad is not None and (grad.any() or not mistake.get("skips_zeros")):
                    earlier = sums[i] if mistake.get("uncleared") else None
                    total = sums[i] = grad if earlier is None else earlier + grad
                    copy.grad = total.to(copy.dtype)
                elif mistake.get("zeros"):
                    copy.grad = torch.zeros_like(copy)
                elif not (mistake.get("stale") or mistake.get("uncleared")):
                    copy.grad = None
                if mistake.get("from_params"):
                    copy.copy_(copy.bfloat16())
            optimizer.step()
        return copies, [dict(optimizer.state.get(copy, {})) for copy in copies]

    def _optimizer(self, copies: list[Tensor], **mistake: Any) -> torch.optim.Optimizer:
        groups = [
            {
                "params": [copy],
                **hyperparameters_of(self.given, 0 if mistake.get("first_group") else i),
            }
            for i, copy in enumerate(copies)
        ]
        optimizer: torch.optim.Optimizer = CLASSES[self.name](groups)
        return optimizer


def assert_master_weights(result: Any, steps: Steps) -> None:
    """Assert that masters, parameters and state are those of float32 steps, bit for bit."""
    if not isinstance(result, dict) or not {"params", "master", "state"} <= result.keys():
        fail(f"expected a dict with the keys params, master and state, got {describe(result)}")
    masters, states = steps.end()
    for key in ("params", "master", "state"):
        if len(result[key]) != len(masters):
            fail(f"{len(result[key])} of {key} for {len(masters)} parameters")
    where = f"after {len(steps.grads)} steps of {steps.name}, saved and loaded half way and at the "
    where += f"end, with {steps.given}"
    for i, master in enumerate(masters):

        def wrong(i: int = i) -> dict[str, Tensor]:
            ends = {text: steps.end(**mistake)[0][i] for text, mistake in MISTAKES.items()}
            return {
                text: value.float() for text, value in ends.items() if not value.equal(masters[i])
            }

        actual = result["master"][i]
        if isinstance(actual, Tensor) and actual.dtype == torch.bfloat16:
            fail(f"the master of parameter {i} is {describe(actual)}", "masters are float32")
        assert_same_elements(
            actual, master, misconceptions=wrong, what=f"the master of parameter {i} {where}"
        )
        start = steps.params[i].detach()
        assert_same_elements(
            result["params"][i].detach(),
            master.bfloat16(),
            misconceptions={
                "the parameter is as it was: it becomes its master, rounded": start,
                "the master is cut off; round it to the nearest bfloat16": (
                    (master.view(torch.int32) & ~0xFFFF).view(torch.float32).bfloat16()
                ),
            },
            what=f"parameter {i} {where}",
        )
        _assert_same_state(result["state"][i], states[i], f"the state of parameter {i} {where}")


def _assert_same_state(actual: Any, expected: dict[str, Any], what: str) -> None:
    hint = "it is that of the optimizer, by the tensors in master, after load_state_dict too"
    if not isinstance(actual, dict) or actual.keys() != expected.keys():
        fail(f"{what} is {describe(actual)}, expected {describe(expected)}", hint)
    for key, value in expected.items():
        if isinstance(value, Tensor):
            assert_same_elements(actual[key], value, what=f"{what}, {key!r}")
        elif actual[key] != value:
            fail(f"{what}, {key!r}: got {describe(actual[key])}, expected {value}", hint)
