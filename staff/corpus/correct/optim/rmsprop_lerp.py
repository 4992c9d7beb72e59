"""lerp for the average."""


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
                state.setdefault("square_avg", torch.zeros_like(p))
                state["square_avg"].lerp_(g.square(), 1 - group["alpha"])
                p -= group["lr"] * g / (state["square_avg"].sqrt() + group["eps"])
        return loss
