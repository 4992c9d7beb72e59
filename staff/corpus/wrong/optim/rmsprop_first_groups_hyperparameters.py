"""problem: rmsprop
hint: the hyperparameters of the first param group

Reads the first group's hyperparameters for all.
"""


class RMSProp(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
        if eps < 0:
            raise ValueError(f"eps: {eps}")
        if alpha < 0:
            raise ValueError(f"alpha: {alpha}")
        super().__init__(params, dict(lr=lr, alpha=alpha, eps=eps))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        first = self.param_groups[0]
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                g, state = p.grad, self.state[p]
                if "sum" not in state:
                    state["sum"] = torch.zeros_like(p)
                state["sum"].mul_(first["alpha"]).addcmul_(g, g, value=1 - first["alpha"])
                p.addcdiv_(g, state["sum"].sqrt().add_(first["eps"]), value=-first["lr"])
        return loss
