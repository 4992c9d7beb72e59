"""Hyperparameters as 0-d tensors: of float64 for a float64 parameter, or else of float32."""

import torch


class _Tensors(torch.optim.Optimizer):
    def __init__(self, params, **hyper):
        for name, value in hyper.items():
            if name in ("lr", "eps", "alpha") and value < 0:
                raise ValueError(f"{name} is {value}")
        super().__init__(params, hyper)

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    kind = torch.promote_types(p.dtype, torch.float32)
                    hyper = {k: torch.tensor(group[k], dtype=kind) for k in self.names}
                    p.sub_(hyper["lr"] * self.direction(p.grad, self.state[p], hyper))
        return loss


class SGD(_Tensors):
    names = {"lr", "momentum"}

    def __init__(self, params, lr, momentum=0.0):
        super().__init__(params, lr=lr, momentum=momentum)

    def direction(self, g, s, h):
        if h["momentum"] == 0:
            return g
        s["b"] = g + h["momentum"] * s.get("b", torch.zeros_like(g))
        return s["b"]


class AdaGrad(_Tensors):
    names = {"lr", "eps"}

    def __init__(self, params, lr=0.01, eps=1e-10):
        super().__init__(params, lr=lr, eps=eps)

    def direction(self, g, s, h):
        s["v"] = s.get("v", torch.zeros_like(g)) + g * g
        return g / (s["v"].sqrt() + h["eps"])


class RMSProp(_Tensors):
    names = {"lr", "alpha", "eps"}

    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
        super().__init__(params, lr=lr, alpha=alpha, eps=eps)

    def direction(self, g, s, h):
        s["v"] = h["alpha"] * s.get("v", torch.zeros_like(g)) + (1 - h["alpha"]) * g * g
        return g / (s["v"].sqrt() + h["eps"])
