"""problem: rmsprop
hint: every step took the first one's alpha

Reads each group's alpha at the first step and keeps it.
"""


class RMSProp(RMSProp):
    @torch.no_grad()
    def step(self, closure=None):
        now = [group["alpha"] for group in self.param_groups]
        if not hasattr(self, "_first"):
            self._first = now
        for group, alpha in zip(self.param_groups, self._first, strict=True):
            group["alpha"] = alpha
        loss = super().step(closure)
        for group, alpha in zip(self.param_groups, now, strict=True):
            group["alpha"] = alpha
        return loss
