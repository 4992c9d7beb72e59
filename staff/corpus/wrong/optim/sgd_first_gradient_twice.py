"""problem: sgd
hint: the first gradient counts again

The average starts as the first gradient, to which that gradient is added.
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
                if not group["momentum"]:
                    p.add_(g, alpha=-group["lr"])
                    continue
                if "average" not in state:
                    state["average"] = g.clone()
                average = state["average"]
                average.mul_(group["momentum"]).add_(g)
                p.add_(average, alpha=-group["lr"])
        return loss
