"""Adds the decay to the quotient, outside of the division; subtracts both at once."""


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
            for p in group["params"]:
                if p.grad is not None:
                    self._update(group, p, p.grad.detach())
        return loss

    @torch.no_grad()
    def _update(self, group, p, g):
        state, (b1, b2) = self.state[p], group["betas"]
        t = state["t"] = state.get("t", 0) + 1
        state["m"] = b1 * state.get("m", 0) + (1 - b1) * g
        state["v"] = b2 * state.get("v", 0) + (1 - b2) * g * g
        adam = state["m"] / (1 - b1**t) / ((state["v"] / (1 - b2**t)).sqrt() + group["eps"])
        p -= group["lr"] * (adam + group["weight_decay"] * p)
