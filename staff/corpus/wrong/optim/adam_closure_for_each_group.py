"""problem: adam
hint: calls it once

Calls the closure once for each param group.
"""


class Adam(Adam):
    @torch.no_grad()
    def step(self, closure=None):
        loss, groups = None, self.param_groups
        for group in groups:
            self.param_groups = [group]
            loss = super().step(closure)
        self.param_groups = groups
        return loss
