"""problem: sgd
hint: a parameter without a gradient moved or was

Takes a missing gradient for zeros: the average decays and the parameter moves.
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
                g = p.grad if p.grad is not None else torch.zeros_like(p)
                state = self.state[p]
                if group["momentum"]:
                    if "buf" not in state:
                        state["buf"] = torch.zeros_like(p)
                    state["buf"].mul_(group["momentum"]).add_(g)
                    g = state["buf"]
                p.add_(g, alpha=-group["lr"])
        return loss
