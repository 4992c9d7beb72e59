"""Gets gradients and roots by the operator module; asks whether torch has what it takes."""

import operator
from operator import methodcaller

_grad = operator.attrgetter("grad")
_root = methodcaller("sqrt")


class AdaGrad(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, eps=1e-10):
        if lr < 0 or eps < 0:
            raise ValueError(f"a bad one of lr {lr}, eps {eps}")
        super().__init__(params, dict(lr=lr, eps=eps))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if (g := _grad(p)) is None:
                    continue
                total = self.state[p].setdefault("sum", torch.zeros_like(p))
                total += g * g if hasattr(torch, "mul") else g**2
                p -= group["lr"] * g / (_root(total) + group["eps"])
        return loss
