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
        raise NotImplementedError("problem sgd: see handout §9.1")

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        raise NotImplementedError("problem sgd: see handout §9.1")


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
        raise NotImplementedError("problem adagrad: see handout §9.2")

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        raise NotImplementedError("problem adagrad: see handout §9.2")


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
        raise NotImplementedError("problem rmsprop: see handout §9.3")

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        raise NotImplementedError("problem rmsprop: see handout §9.3")


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
        raise NotImplementedError("problem adam: see handout §9.4")

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        raise NotImplementedError("problem adam: see handout §9.4")


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
        raise NotImplementedError("problem adamw: see handout §9.5")

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter that has a gradient, in place.

        Hyperparameters are read from `self.param_groups` at each step, by the names of `__init__`.

        Args:
            closure: computes the loss and the gradients; called first, with gradients enabled.

        Returns:
            The closure's loss; None without a closure.
        """
        raise NotImplementedError("problem adamw: see handout §9.5")
