"""problem: sgd
hint: use 1, 0.71, 0.58, 0.5 and 0.45 times lr

Divides lr by the root of the number of steps, as an exercise of the course does.
"""


class SGD(SGD):
    @torch.no_grad()
    def step(self, closure=None):
        self.steps = getattr(self, "steps", 0) + 1
        rates = [group["lr"] for group in self.param_groups]
        for group in self.param_groups:
            group["lr"] /= self.steps**0.5
        loss = super().step(closure)
        for group, lr in zip(self.param_groups, rates, strict=True):
            group["lr"] = lr
        return loss
