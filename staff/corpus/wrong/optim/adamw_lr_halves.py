"""problem: adamw
hint: use 1, 0.5, 0.25

Halves lr after every step.
"""


class AdamW(AdamW):
    @torch.no_grad()
    def step(self, closure=None):
        self.steps = getattr(self, "steps", 0) + 1
        rates = [group["lr"] for group in self.param_groups]
        for group in self.param_groups:
            group["lr"] /= 2 ** (self.steps - 1)
        loss = super().step(closure)
        for group, lr in zip(self.param_groups, rates, strict=True):
            group["lr"] = lr
        return loss
