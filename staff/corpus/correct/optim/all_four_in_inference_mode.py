"""Steps in inference mode: its tensors of state are none of autograd's."""


def _step(self, closure=None):
    loss = None
    if closure is not None:
        with torch.enable_grad():
            loss = closure()
    with torch.inference_mode():
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is not None:
                    param.sub_(group["lr"] * self.move(param.grad, self.state[param], group))
    return loss


class _Base(torch.optim.Optimizer):
    step = _step


def _check(**given):
    for name, value in given.items():
        if value < 0:
            raise ValueError(f"{name} is {value}")


class SGD(_Base):
    def __init__(self, params, lr, momentum=0.0):
        _check(lr=lr)
        super().__init__(params, {"lr": lr, "momentum": momentum})

    def move(self, grad, state, group):
        if not group["momentum"]:
            return grad
        state["b"] = state.get("b", 0) * group["momentum"] + grad
        return state["b"]


class AdaGrad(_Base):
    def __init__(self, params, lr=0.01, eps=1e-10):
        _check(lr=lr, eps=eps)
        super().__init__(params, {"lr": lr, "eps": eps})

    def move(self, grad, state, group):
        state["s"] = state.get("s", 0) + grad.square()
        return grad / (state["s"].sqrt() + group["eps"])


class RMSProp(_Base):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
        _check(lr=lr, alpha=alpha, eps=eps)
        super().__init__(params, {"lr": lr, "alpha": alpha, "eps": eps})

    def move(self, grad, state, group):
        state["v"] = state.get("v", 0) * group["alpha"] + (1 - group["alpha"]) * grad.square()
        return grad / (state["v"].sqrt() + group["eps"])


class Adam(_Base):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        _check(lr=lr, eps=eps)
        for beta in betas:
            if not 0 <= beta < 1:
                raise ValueError(f"betas are {betas}")
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps})

    def move(self, grad, state, group):
        one, two = group["betas"]
        state["t"] = t = state.get("t", 0) + 1
        state["m"] = state.get("m", 0) * one + (1 - one) * grad
        state["v"] = state.get("v", 0) * two + (1 - two) * grad.square()
        return state["m"] / (1 - one**t) / ((state["v"] / (1 - two**t)).sqrt() + group["eps"])
