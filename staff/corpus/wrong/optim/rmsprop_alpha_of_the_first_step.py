"""problem: rmsprop
hint: read param_groups anew

Keeps the alpha of a parameter's first step in its state.
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
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state |= {**group, "params": None, "v": torch.zeros_like(p)}
                state["v"].mul_(state["alpha"]).add_((1 - state["alpha"]) * p.grad**2)
                p.sub_(state["lr"] * p.grad / (state["v"].sqrt() + state["eps"]))
        return loss
