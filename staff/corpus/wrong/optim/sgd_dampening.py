"""problem: sgd
hint: here all gradients but the first are damped

Dampening, as torch has it: the first gradient counts in full, and 1 - momentum of the others.
"""


class SGD(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.0):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
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
                g, state = p.grad, self.state[p]
                if not group["momentum"]:
                    p.add_(g, alpha=-group["lr"])
                    continue
                if "average" not in state:
                    state["average"] = g.clone()
                else:
                    state["average"].mul_(group["momentum"]).add_(g, alpha=1 - group["momentum"])
                p.add_(state["average"], alpha=-group["lr"])
        return loss
