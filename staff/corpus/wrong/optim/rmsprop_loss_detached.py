"""problem: rmsprop
hint: returns its loss

Returns the loss of the closure without its graph.
"""

import torch


class RMSProp(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
        if lr < 0:
            raise ValueError(f"lr must be 0 or more, got {lr}")
        if eps < 0:
            raise ValueError(f"eps must be 0 or more, got {eps}")
        if alpha < 0:
            raise ValueError(f"alpha must be 0 or more, got {alpha}")
        super().__init__(params, dict(lr=lr, alpha=alpha, eps=eps))

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
                state = self.state[p]
                if not state:
                    state["average"] = torch.zeros_like(p)
                average, alpha = state["average"], group["alpha"]
                average.mul_(alpha).addcmul_(p.grad, p.grad, value=1 - alpha)
                p.addcdiv_(p.grad, average.sqrt().add_(group["eps"]), value=-group["lr"])
        return loss.detach() if isinstance(loss, torch.Tensor) else loss
