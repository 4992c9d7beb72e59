"""problem: adam
hint: a step with lr 0

With lr 0, as a warm-up begins, leaves the state as it is, too.
"""


_RightAdam = Adam


class Adam(_RightAdam):
    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        kept = [(group, group["params"]) for group in self.param_groups]
        try:
            for group, params in kept:
                group["params"] = [] if group["lr"] == 0 else params
            super().step()
        finally:
            for group, params in kept:
                group["params"] = params
        return loss
