"""problem: adagrad
hint: is not multiplied by lr

The step has no lr.
"""


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
                if "sum" not in state:
                    state["sum"] = torch.zeros_like(p)

                state["sum"].addcmul_(g, g)
                p.addcdiv_(g, state["sum"].sqrt().add_(group["eps"]), value=-1)
        return loss
