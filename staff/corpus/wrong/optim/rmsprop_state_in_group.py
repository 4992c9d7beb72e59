"""problem: rmsprop
hint: self.state[param]

The averages are in the param group, by the parameter's place in it.
"""


class RMSProp(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
        for name, value in (("lr", lr), ("alpha", alpha), ("eps", eps)):
            if value < 0:
                raise ValueError(f"{name}: {value}")
        super().__init__(params, dict(lr=lr, alpha=alpha, eps=eps))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            averages = group.setdefault("averages", [None] * len(group["params"]))
            for i, p in enumerate(group["params"]):
                if p.grad is None:
                    continue
                if averages[i] is None:
                    averages[i] = torch.zeros_like(p)
                averages[i].mul_(group["alpha"]).add_((1 - group["alpha"]) * p.grad**2)
                p.sub_(group["lr"] * p.grad / (averages[i].sqrt() + group["eps"]))
        return loss
