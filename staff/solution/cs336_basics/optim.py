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
        # BEGIN SOLUTION master_weights
        given: list[Any] = list(params)
        groups = given if isinstance(given[0], dict) else [{"params": given}]
        self.params = [param for group in groups for param in group["params"]]
        self.master = [param.detach().float() for param in self.params]
        masters = iter(self.master)
        copies = [{**group, "params": [next(masters) for _ in group["params"]]} for group in groups]
        self.optimizer = optimizer_class(copies, **hyperparameters)
        # END SOLUTION

    @torch.no_grad()
    def step(self) -> None:
        """Update the masters by the parameters' gradients, and the parameters from the masters.

        Without a parameter's gradient its master takes no step, and its state stays as it is.
        Gradients are left as they are.
        """
        # BEGIN SOLUTION master_weights
        for param, master in zip(self.params, self.master, strict=True):
            master.grad = None if param.grad is None else param.grad.float()
        self.optimizer.step()
        torch._foreach_copy_(self.params, self.master)
        # END SOLUTION

    def zero_grad(self) -> None:
        """Clear the parameters' gradients: set them to None, or to zeros."""
        # BEGIN SOLUTION master_weights
        for param in self.params:
            param.grad = None
        # END SOLUTION

    def state_dict(self) -> dict[str, Any]:
        """Return the masters and the optimizer's state, in a dict of tensors and numbers.

        It goes through `torch.save` and loads with `weights_only=True`. Its keys are free, and it
        may share memory with the masters.
        """
        # BEGIN SOLUTION master_weights
        return {"master": self.master, "optimizer": self.optimizer.state_dict()}
        # END SOLUTION

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on as the one of which this is the `state_dict`, with its hyperparameters.

        The parameters themselves are saved with the model. They may stay as they are here.

        Args:
            state_dict: what `state_dict` returned, of parameters of the same shapes and groups.
        """
        # BEGIN SOLUTION master_weights
        torch._foreach_copy_(self.master, state_dict["master"])
        self.optimizer.load_state_dict(state_dict["optimizer"])
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
