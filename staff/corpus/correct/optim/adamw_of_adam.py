"""A subclass of the Adam above: decays, then takes its step."""


class AdamW(Adam):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        if weight_decay < 0:
            raise ValueError(f"weight_decay must be 0 or more, not {weight_decay}")
        super().__init__(params, lr, betas, eps)
        self.defaults["weight_decay"] = weight_decay
        for group in self.param_groups:
            group.setdefault("weight_decay", weight_decay)

    def step(self, closure=None):
        loss = closure() if closure else None
        with torch.no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is not None:
                        p.mul_(1 - group["lr"] * group["weight_decay"])
        super().step()
        return loss
