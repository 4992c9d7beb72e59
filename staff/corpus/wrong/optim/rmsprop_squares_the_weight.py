"""problem: rmsprop
hint: this squares 1 - alpha too

Weighs the gradient and squares the product.
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
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                g, state = p.grad, self.state[p]
                if "average" not in state:
                    state["average"] = torch.zeros_like(p)

                state["average"].mul_(group["alpha"]).add_(((1 - group["alpha"]) * g) ** 2)
                p.addcdiv_(g, state["average"].sqrt().add_(group["eps"]), value=-group["lr"])
        return loss
