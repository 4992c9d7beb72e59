"""problem: sgd
hint: leaves the buffer as it is

Throws the buffer away at a step with momentum 0.
"""

import torch


class SGD(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.0):
        if lr < 0.0:
            raise ValueError(f"lr must be 0 or more, got {lr}")
        super().__init__(params, dict(lr=lr, momentum=momentum))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                if group["momentum"] == 0:
                    self.state.pop(p, None)  # plain SGD keeps no state
                    p.sub_(p.grad, alpha=group["lr"])
                    continue
                state = self.state[p]
                if not state:
                    state["velocity"] = torch.zeros_like(p)
                velocity = state["velocity"]
                velocity.mul_(group["momentum"]).add_(p.grad)
                p.sub_(velocity, alpha=group["lr"])
        return loss
