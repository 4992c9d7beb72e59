"""problem: adagrad
hint: every step took the first one's lr

Reads each group's lr at the first step and keeps it: no scheduler has an effect.
"""


class AdaGrad(AdaGrad):
    @torch.no_grad()
    def step(self, closure=None):
        now = [group["lr"] for group in self.param_groups]
        if not hasattr(self, "_first"):
            self._first = now
        for group, lr in zip(self.param_groups, self._first, strict=True):
            group["lr"] = lr
        loss = super().step(closure)
        for group, lr in zip(self.param_groups, now, strict=True):
            group["lr"] = lr
        return loss
