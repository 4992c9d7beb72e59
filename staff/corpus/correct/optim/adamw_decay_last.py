"""Takes the decay last, of a copy from before the step; computes the rate as the paper does."""


class AdamW(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        for name, value in {"lr": lr, "eps": eps, "weight_decay": weight_decay}.items():
            if value < 0:
                raise ValueError(f"{name} is {value}, below 0")
        if not all(0 <= beta < 1 for beta in betas):
            raise ValueError(f"betas are {betas}, outside [0, 1)")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay))

    def step(self, closure=None):
        loss = closure() if closure is not None else None
        for group in self.param_groups:
            alpha, eps, wd = group["lr"], group["eps"], group["weight_decay"]
            beta1, beta2 = group["betas"]
            for p in filter(lambda p: p.grad is not None, group["params"]):
                state = self.state[p]
                state.setdefault("moments", (torch.zeros_like(p.data), torch.zeros_like(p.data)))
                state["count"] = t = state.get("count", 0) + 1
                m, v = state["moments"]
                before = p.data.clone()
                m.lerp_(p.grad.data, 1 - beta1)
                v.mul_(beta2).add_((1 - beta2) * p.grad.data.square())
                p.data.sub_(alpha / (1 - beta1**t) * m / ((v / (1 - beta2**t)) ** 0.5 + eps))
                p.data.add_(before, alpha=-alpha * wd)
        return loss
