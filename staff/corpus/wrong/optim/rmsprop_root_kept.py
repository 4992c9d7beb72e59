"""problem: rmsprop
hint: the squares became their root plus eps in place

The state itself becomes its root plus eps.
"""


class RMSProp(RMSProp):
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
                if "squares" not in state:
                    state["squares"] = torch.zeros_like(p)
                state["squares"].mul_(group["alpha"]).addcmul_(p.grad, p.grad, value=1 - group["alpha"])
                p.addcdiv_(p.grad, state["squares"].sqrt_().add_(group["eps"]), value=-group["lr"])
        return loss
