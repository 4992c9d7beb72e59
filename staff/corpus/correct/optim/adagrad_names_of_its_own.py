"""torch under names of its own, given within step: one with an annotation, and two at once."""


class AdaGrad(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, eps=1e-10):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
        if eps < 0:
            raise ValueError(f"eps: {eps}")
        super().__init__(params, {"lr": lr, "eps": eps})

    @torch.no_grad()
    def step(self, closure=None):
        th: object = torch
        of = T = torch
        loss = None
        if closure is not None:
            with of.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    total = self.state[p].setdefault("total", T.zeros_like(p))
                    total.add_(p.grad * p.grad)
                    p.sub_(th.mul(p.grad, group["lr"]) / (th.sqrt(total) + group["eps"]))
        return loss
