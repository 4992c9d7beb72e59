"""A loop over parameters; the first average is a copy of the gradient."""


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
                if group["momentum"] != 0:
                    if "momentum_buffer" not in state:
                        state["momentum_buffer"] = torch.clone(g).detach()
                    else:
                        state["momentum_buffer"].mul_(group["momentum"]).add_(g)
                    g = state["momentum_buffer"]
                p.data.add_(g, alpha=-group["lr"])
        return loss
