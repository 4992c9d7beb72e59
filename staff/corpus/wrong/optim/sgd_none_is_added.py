"""problem: sgd
hint: whose .grad is None has no step to take

Adds a gradient that is not there.
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
                g, state = p.grad, self.state[p]
                if not group["momentum"]:
                    p.add_(g, alpha=-group["lr"])
                    continue
                if "average" not in state:
                    state["average"] = torch.zeros_like(p)
                average = state["average"]
                average.mul_(group["momentum"]).add_(g)
                p.add_(average, alpha=-group["lr"])
        return loss
