"""Optimizers, with torch.optim's numbers. Handout §9."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor


class SGD(torch.optim.Optimizer):
    """Stochastic gradient descent, with momentum where it is not 0.

    With momentum, a step adds the gradient to a buffer that fades, and moves along it:
    `buffer = momentum * buffer + grad`, then `param -= lr * buffer`. The buffer starts at 0, at the
    first step with momentum; plain SGD (momentum 0) moves along the gradient and keeps no state.

    From 1.0 with lr 0.1, momentum 0.9 and the gradient 2.0 twice, a parameter goes to 0.8, then
    to 0.42.

    A parameter whose `.grad` is None stays as it is, and so does its state. Gradients are left as
    they are. State lives in `self.state[param]`, with the parameter's dtype and on its device: the
    buffer alone.

    Args:
        params: parameters, or dicts with one list of parameters and their own hyperparameters.
        lr: the step size, 0 or more.
        momentum: how much of the buffer is kept at each step.

    Raises:
        ValueError: lr is negative.

    Handout §9.1.
    """

    def __init__(
        self, params: Iterable[Tensor] | Iterable[dict[str, Any]], lr: float, momentum: float = 0.0
    ) -> None:
        # BEGIN SOLUTION sgd
        _require(lr >= 0, "lr must be 0 or more", lr)
        super().__init__(params, {"lr": lr, "momentum": momentum})
        # END SOLUTION

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        # BEGIN SOLUTION sgd
        loss = _loss(closure)
        for group, params, grads in _updates(self):
            if group["momentum"] != 0:
                averages = _state(self, params, "average")
                torch._foreach_mul_(averages, group["momentum"])
                torch._foreach_add_(averages, grads)
                grads = averages
            torch._foreach_add_(params, grads, alpha=-group["lr"])
        return loss
        # END SOLUTION


class AdaGrad(torch.optim.Optimizer):
    """SGD scaled by the root of the summed squared gradients.

    `sum += grad**2`, then `param -= lr * grad / (sqrt(sum) + eps)`, element by element. The sum
    starts at 0; eps stands outside the root.

    From 1.0 with lr 0.1 and the gradients 3.0 and 4.0, a parameter goes to 0.9, then to 0.82.

    A parameter whose `.grad` is None stays as it is, and so does its state. Gradients are left as
    they are. State lives in `self.state[param]`, with the parameter's dtype and on its device: the
    sum alone.

    Args:
        params: parameters, or dicts with one list of parameters and their own hyperparameters.
        lr: the step size, 0 or more.
        eps: keeps the quotient finite, 0 or more.

    Raises:
        ValueError: lr or eps is negative.

    Handout §9.2.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[dict[str, Any]],
        lr: float = 0.01,
        eps: float = 1e-10,
    ) -> None:
        # BEGIN SOLUTION adagrad
        _require(lr >= 0, "lr must be 0 or more", lr)
        _require(eps >= 0, "eps must be 0 or more", eps)
        super().__init__(params, {"lr": lr, "eps": eps})
        # END SOLUTION

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        # BEGIN SOLUTION adagrad
        loss = _loss(closure)
        for group, params, grads in _updates(self):
            sums = _state(self, params, "sum")
            torch._foreach_addcmul_(sums, grads, grads)
            roots = torch._foreach_sqrt(sums)
            torch._foreach_add_(roots, group["eps"])
            torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
        return loss
        # END SOLUTION


class RMSProp(torch.optim.Optimizer):
    """AdaGrad with an exponential average of the squared gradients in the place of their sum.

    `average = alpha * average + (1 - alpha) * grad**2`, then
    `param -= lr * grad / (sqrt(average) + eps)`, element by element. The average starts at 0; eps
    stands outside the root.

    From 1.0 with lr 0.1, alpha 0.75 and the gradient 2.0 twice, a parameter goes to 0.8, then to
    0.6488.

    A parameter whose `.grad` is None stays as it is, and so does its state. Gradients are left as
    they are. State lives in `self.state[param]`, with the parameter's dtype and on its device: the
    average alone.

    Args:
        params: parameters, or dicts with one list of parameters and their own hyperparameters.
        lr: the step size, 0 or more.
        alpha: how much of the average is kept at each step, 0 or more.
        eps: keeps the quotient finite, 0 or more.

    Raises:
        ValueError: lr, alpha or eps is negative.

    Handout §9.3.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[dict[str, Any]],
        lr: float = 0.01,
        alpha: float = 0.99,
        eps: float = 1e-8,
    ) -> None:
        # BEGIN SOLUTION rmsprop
        _require(lr >= 0, "lr must be 0 or more", lr)
        _require(alpha >= 0, "alpha must be 0 or more", alpha)
        _require(eps >= 0, "eps must be 0 or more", eps)
        super().__init__(params, {"lr": lr, "alpha": alpha, "eps": eps})
        # END SOLUTION

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        # BEGIN SOLUTION rmsprop
        loss = _loss(closure)
        for group, params, grads in _updates(self):
            averages = _state(self, params, "average")
            torch._foreach_mul_(averages, group["alpha"])
            torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
            roots = torch._foreach_sqrt(averages)
            torch._foreach_add_(roots, group["eps"])
            torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
        return loss
        # END SOLUTION


class Adam(torch.optim.Optimizer):
    """RMSProp with momentum, both averages corrected for their start at 0.

    At a parameter's t-th step, counted from 1:
    `m = beta1 * m + (1 - beta1) * grad`, `v = beta2 * v + (1 - beta2) * grad**2`, then
    `param -= lr * (m / (1 - beta1**t)) / (sqrt(v / (1 - beta2**t)) + eps)`, element by element.
    A parameter's steps are those at which it had a gradient.

    From 1.0 with lr 0.1, betas (0.5, 0.75) and the gradients 2.0 and 4.0, a parameter goes to
    0.9, then to 0.7988.

    A parameter whose `.grad` is None stays as it is, and so does its state. Gradients are left as
    they are. State lives in `self.state[param]`, with the parameter's dtype and on its device: m,
    v and the count.

    Args:
        params: parameters, or dicts with one list of parameters and their own hyperparameters.
        lr: the step size, 0 or more.
        betas: how much of m and of v is kept at each step, both in [0, 1).
        eps: keeps the quotient finite, 0 or more.

    Raises:
        ValueError: lr or eps is negative, or one of betas is outside [0, 1).

    Handout §9.4.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[dict[str, Any]],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
    ) -> None:
        # BEGIN SOLUTION adam
        _require(lr >= 0, "lr must be 0 or more", lr)
        _require(all(0 <= beta < 1 for beta in betas), "betas must be in [0, 1)", betas)
        _require(eps >= 0, "eps must be 0 or more", eps)
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps})
        # END SOLUTION

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        # BEGIN SOLUTION adam
        loss = _loss(closure)
        for group, params, grads in _updates(self):
            beta1, beta2 = group["betas"]
            m, v = _state(self, params, "m"), _state(self, params, "v")
            torch._foreach_lerp_(m, grads, 1 - beta1)
            torch._foreach_mul_(v, beta2)
            torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)

            steps = [self.state[param].get("step", 0) + 1 for param in params]
            for param, step in zip(params, steps, strict=True):
                self.state[param]["step"] = step
            roots = torch._foreach_sqrt(v)
            torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
            torch._foreach_add_(roots, group["eps"])
            rates = [-group["lr"] / (1 - beta1**step) for step in steps]
            torch._foreach_addcdiv_(params, m, roots, rates)
        return loss
        # END SOLUTION


class AdamW(torch.optim.Optimizer):
    """Adam with weight decay that is taken from the parameter, not put into the gradient.

    At each step at which a parameter has a gradient, `param *= 1 - lr * weight_decay` comes first;
    then Adam's step, whose averages know nothing of the decay. Put into the gradient, the decay
    would be divided by the root of v, too: weights with large gradients would hardly decay.

    From 1.0 with lr 0.1, betas (0.5, 0.75), weight_decay 0.5 and the gradients 2.0 and 4.0, a
    parameter goes to 0.85, then to 0.7063.

    A parameter whose `.grad` is None does not decay either: it stays as it is, and so does its
    state. Gradients are left as they are. State lives in `self.state[param]`, with the parameter's
    dtype and on its device: m, v and the count.

    Args:
        params: parameters, or dicts with one list of parameters and their own hyperparameters.
        lr: the step size, 0 or more.
        betas: how much of m and of v is kept at each step, both in [0, 1).
        eps: keeps the quotient finite, 0 or more.
        weight_decay: times lr, the part of the parameter that a step takes away; 0 or more.

    Raises:
        ValueError: lr, eps or weight_decay is negative, or one of betas is outside [0, 1).

    Handout §9.5.
    """

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[dict[str, Any]],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
    ) -> None:
        # BEGIN SOLUTION adamw
        _require(lr >= 0, "lr must be 0 or more", lr)
        _require(all(0 <= beta < 1 for beta in betas), "betas must be in [0, 1)", betas)
        _require(eps >= 0, "eps must be 0 or more", eps)
        _require(weight_decay >= 0, "weight_decay must be 0 or more", weight_decay)
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, defaults)
        # END SOLUTION

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        # BEGIN SOLUTION adamw
        loss = _loss(closure)
        for group, params, grads in _updates(self):
            torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])

            beta1, beta2 = group["betas"]
            m, v = _state(self, params, "m"), _state(self, params, "v")
            torch._foreach_lerp_(m, grads, 1 - beta1)
            torch._foreach_mul_(v, beta2)
            torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)

            steps = [self.state[param].get("step", 0) + 1 for param in params]
            for param, step in zip(params, steps, strict=True):
                self.state[param]["step"] = step
            roots = torch._foreach_sqrt(v)
            torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
            torch._foreach_add_(roots, group["eps"])
            rates = [-group["lr"] / (1 - beta1**step) for step in steps]
            torch._foreach_addcdiv_(params, m, roots, rates)
        return loss
        # END SOLUTION


# BEGIN SOLUTION
def _require(condition: bool, rule: str, value: Any) -> None:
    if not condition:
        raise ValueError(f"{rule}, got {value}")


def _loss(closure: Callable[[], Any] | None) -> Any:
    """Return the closure's loss, computed with gradients; None without a closure."""
    if closure is None:
        return None
    with torch.enable_grad():
        return closure()


def _updates(
    optimizer: torch.optim.Optimizer,
) -> Iterable[tuple[dict[str, Any], list[Tensor], list[Tensor]]]:
    """Yield each param group that has gradients, with the parameters and gradients to use.

    A `torch._foreach_` function then does to lists of tensors, in few kernels, what the method of
    its name does to one; torch.optim takes its steps with them, too.
    """
    for group in optimizer.param_groups:
        params = [param for param in group["params"] if param.grad is not None]
        if params:
            yield group, params, [param.grad for param in params]


def _state(optimizer: torch.optim.Optimizer, params: list[Tensor], name: str) -> list[Tensor]:
    """Return a tensor of each parameter's state; zeros where there is none yet."""
    for param in params:
        if name not in optimizer.state[param]:
            optimizer.state[param][name] = torch.zeros_like(param)
    return [optimizer.state[param][name] for param in params]


# END SOLUTION
