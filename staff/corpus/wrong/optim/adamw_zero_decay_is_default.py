"""problem: adamw

A weight_decay of 0 in a param group falls back to the default by `or`.
"""
import torch


class AdamW(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        if lr < 0:
            raise ValueError(f"lr must be 0 or more, got {lr}")
        if eps < 0:
            raise ValueError(f"eps must be 0 or more, got {eps}")
        for beta in betas:
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"betas must be in [0, 1), got {betas}")
        if weight_decay < 0:
            raise ValueError(f"weight_decay must be 0 or more, got {weight_decay}")
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            lr, (beta1, beta2), eps = group["lr"], group["betas"], group["eps"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state["t"] = 0
                    state["m"] = torch.zeros_like(p)
                    state["v"] = torch.zeros_like(p)
                state["t"] += 1
                t, m, v = state["t"], state["m"], state["v"]
                m.mul_(beta1).add_(p.grad, alpha=1 - beta1)
                v.mul_(beta2).addcmul_(p.grad, p.grad, value=1 - beta2)
                p.mul_(1 - lr * (group["weight_decay"] or self.defaults["weight_decay"]))
                denominator = (v / (1 - beta2**t)).sqrt_().add_(eps)
                p.addcdiv_(m, denominator, value=-lr / (1 - beta1**t))
        return loss
