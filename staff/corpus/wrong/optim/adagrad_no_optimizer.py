"""problem: adagrad
hint: subclass of torch.optim

A class that is no Optimizer.
"""


class AdaGrad:
    def __init__(self, params, lr=0.01, eps=1e-10):
        if lr < 0 or eps < 0:
            raise ValueError(f"lr: {lr}, eps: {eps}")
        params = list(params)
        self.param_groups = (
            [dict(g, lr=lr, eps=eps) for g in params]
            if isinstance(params[0], dict)
            else [dict(params=params, lr=lr, eps=eps)]
        )
        self.sums = {}

    @torch.no_grad()
    def step(self, closure=None):
        loss = closure() if closure else None
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    s = self.sums.setdefault(id(p), torch.zeros_like(p))
                    s.addcmul_(p.grad, p.grad)
                    p.addcdiv_(p.grad, s.sqrt().add_(group["eps"]), value=-group["lr"])
        return loss
