"""torch.optim under a name of its own, assigned."""

optim = torch.optim


class SGD(optim.Optimizer):
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
                d = p.grad
                if group["momentum"]:
                    b = self.state[p].get("b")
                    d = self.state[p]["b"] = d.clone() if b is None else b * group["momentum"] + d
                p.sub_(d, alpha=group["lr"])
        return loss
