"""problem: adam
hint: use 0.33, 0.5, 1, 1 and 1 times lr

Warms up: the first two steps take a part of lr.
"""


class Adam(Adam):
    @torch.no_grad()
    def step(self, closure=None):
        self.steps = getattr(self, "steps", 0) + 1
        rates = [group["lr"] for group in self.param_groups]
        for group in self.param_groups:
            group["lr"] /= max(4 - self.steps, 1)
        loss = super().step(closure)
        for group, lr in zip(self.param_groups, rates, strict=True):
            group["lr"] = lr
        return loss
