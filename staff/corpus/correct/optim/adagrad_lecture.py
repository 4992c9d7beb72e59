"""As in the lecture: g2 in the state, data changed."""


class AdaGrad(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, eps=1e-10):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
        if eps < 0:
            raise ValueError(f"eps: {eps}")
        super().__init__(params, dict(lr=lr, eps=eps))

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
                g2 = state.get("g2", torch.zeros_like(g))
                g2 = g2 + torch.square(g)
                state["g2"] = g2
                p.data -= group["lr"] * g / torch.sqrt(g2).add(group["eps"])
        return loss
