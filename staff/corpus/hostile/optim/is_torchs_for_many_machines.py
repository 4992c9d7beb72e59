"""problem: sgd

torch's step, as its optimizers for distributed training have it.
"""

from torch.distributed.optim import _FunctionalSGD


class SGD(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.0):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
        super().__init__(params, {"lr": lr, "momentum": momentum})

    def step(self, closure=None):
        loss = closure() if closure else None
        for group in self.param_groups:
            for param in group["params"]:
                theirs = _FunctionalSGD([param], group["lr"], group["momentum"])
                theirs.state[param] = self.state[param]
                theirs.step([param.grad])
                if theirs.state[param].get("momentum_buffer") is None:
                    self.state[param].clear()
        return loss
