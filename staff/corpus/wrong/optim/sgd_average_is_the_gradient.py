"""problem: sgd
hint: work on a copy

The average starts as .grad itself, which the next zero_grad clears.
"""


class SGD(SGD):
    @torch.no_grad()
    def step(self, closure=None):
        known = set(self.state)
        loss = super().step(closure)
        for param, state in self.state.items():
            if param not in known:
                state["average"] = param.grad
        return loss
