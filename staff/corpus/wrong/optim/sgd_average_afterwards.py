"""problem: sgd
hint: joins the average after the step

Steps along the average, then adds the gradient to it.
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
                    state["average"] = torch.zeros_like(p)
                average = state["average"]
                p.add_(average, alpha=-group["lr"])
                average.mul_(group["momentum"]).add_(g)
        return loss
