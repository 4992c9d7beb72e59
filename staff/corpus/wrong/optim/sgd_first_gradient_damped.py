"""problem: sgd
hint: here the first gradient is damped too

The average starts as 1 - momentum of the first gradient.
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
                    state["average"] = (1 - group["momentum"]) * g
                else:
                    state["average"].mul_(group["momentum"]).add_(g)
                p.add_(state["average"], alpha=-group["lr"])
        return loss
