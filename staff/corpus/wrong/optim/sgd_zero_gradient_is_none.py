"""problem: sgd
hint: only None leaves a parameter alone

Takes a gradient of zeros for none at all: momentum does not carry the parameter on.
"""


class SGD(SGD):
    @torch.no_grad()
    def step(self, closure=None):
        with torch.enable_grad():
            loss = closure() if closure else None
        params = [param for group in self.param_groups for param in group["params"]]
        hidden = [(p, p.grad) for p in params if p.grad is not None and not p.grad.any()]
        for param, _ in hidden:
            param.grad = None
        super().step()
        for param, grad in hidden:
            param.grad = grad
        return loss
