"""problem: sgd
hint: this writes to .grad itself

The first gradient becomes the average itself, and is changed later.
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
                    if "buf" not in state:
                        state["buf"] = g
                    else:
                        state["buf"].mul_(group["momentum"]).add_(g)
                    g = state["buf"]
                p.add_(g, alpha=-group["lr"])
        return loss
