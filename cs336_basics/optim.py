"""Optimizers, with torch.optim's numbers. Handout §9."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor


class SGD(torch.optim.Optimizer):
    """Stochastic gradient descent, with momentum where it is not 0.

    With momentum, a step adds the gradient to a buffer that fades, and moves along it:
    `buffer = momentum * buffer + grad`, then `param -= lr * buffer`. The buffer starts at 0, at the
    first step with momentum; plain SGD (momentum 0) moves along the gradient and keeps no buffer,
    and a later step with momentum 0 leaves the buffer as it is.

    From 1.0 with lr 0.1, momentum 0.9 and the gradient 2.0 twice, a parameter goes to 0.8, then
    to 0.42.

    A parameter whose `.grad` is None stays as it is, and so does its state. Gradients are left as
    they are. State lives in `self.state[param]`, with the parameter's dtype and on its device: the
    buffer, and a count of steps if you like.

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
    sum, and a count of steps if you like.

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
    average, and a count of steps if you like.

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


class MasterWeights:
    """Steps that bfloat16 parameters are too coarse for, taken on float32 copies of them.

    The model computes with bfloat16 parameters and gets bfloat16 gradients. The optimizer sees
    neither: it gets the gradients in float32 and updates float32 copies, the masters. Then each
    parameter becomes its master, rounded. What is too small for the parameter stays in the master,
    and adds up.

    Near 1, bfloat16 numbers are 2**-7 apart. From 1.0 with SGD, lr 2**-10 and the gradient -1.0, a
    parameter stays 1.0 for four steps and is 1.0078125 after five; its master is 1.0048828125 then.

    Attributes:
        params: the parameters given, in their order, through all groups.
        master: a float32 tensor for each of them.
        optimizer: the optimizer_class of the masters, with a param group for each one given.

    Args:
        params: bfloat16 parameters, or dicts with one list of parameters and their own
            hyperparameters. The tensors stay the same objects, and are updated in place; the dicts
            keep their params.
        optimizer_class: a subclass of `torch.optim.Optimizer`.
        **hyperparameters: what it takes besides, such as lr.

    Handout §9.6.
    """

    params: list[Tensor]
    master: list[Tensor]
    optimizer: torch.optim.Optimizer

    def __init__(
        self,
        params: Iterable[Tensor] | Iterable[dict[str, Any]],
        optimizer_class: type[torch.optim.Optimizer],
        **hyperparameters: Any,
    ) -> None:
        raise NotImplementedError("problem master_weights: see handout §9.6")

    @torch.no_grad()
    def step(self) -> None:
        """Update the masters by the parameters' gradients, and the parameters from the masters.

        Without a parameter's gradient its master takes no step, and its state stays as it is.
        Gradients are left as they are.
        """
        raise NotImplementedError("problem master_weights: see handout §9.6")

    def zero_grad(self) -> None:
        """Clear the parameters' gradients: set them to None, or to zeros."""
        raise NotImplementedError("problem master_weights: see handout §9.6")

    def state_dict(self) -> dict[str, Any]:
        """Return the masters and the optimizer's state, in a dict of tensors and numbers.

        It goes through `torch.save` and loads with `weights_only=True`. Its keys are free, and it
        may share memory with the masters.
        """
        raise NotImplementedError("problem master_weights: see handout §9.6")

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on as the one of which this is the `state_dict`, with its hyperparameters.

        The parameters themselves are saved with the model. They may stay as they are here.

        Args:
            state_dict: what `state_dict` returned, of parameters of the same shapes and groups.
        """
        raise NotImplementedError("problem master_weights: see handout §9.6")
