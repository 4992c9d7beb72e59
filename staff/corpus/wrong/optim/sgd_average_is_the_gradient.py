"""problem: sgd
hint: work on a copy

The average starts as .grad itself, which the next zero_grad clears.
"""


class SGD(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.0):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
        super().__init__(params, dict(lr=lr, momentum=momentum))

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
                g, state = p.grad, self.state[p]
                if group["momentum"]:
                    old = state.get("average")
                    state["average"] = g if old is None else group["momentum"] * old + g
                    g = state["average"]
                p.add_(g, alpha=-group["lr"])
        return loss
