"""Through data and sub_."""


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
                    old = state.get("velocity")
                    new = g.clone() if old is None else group["momentum"] * old + g
                    state["velocity"] = new
                    g = new
                p.data.sub_(group["lr"] * g)
        return loss
