"""problem: rmsprop
hint: here the average starts at the first square

Starts at the first square.
"""


class RMSProp(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
        if alpha < 0:
            raise ValueError(f"alpha: {alpha}")
        if eps < 0:
            raise ValueError(f"eps: {eps}")
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
                g, state = p.grad, self.state[p]
                if "avg" not in state:
                    state["avg"] = g * g
                state["avg"].mul_(group["alpha"]).addcmul_(g, g, value=1 - group["alpha"])
                p.addcdiv_(g, state["avg"].sqrt().add_(group["eps"]), value=-group["lr"])
        return loss
