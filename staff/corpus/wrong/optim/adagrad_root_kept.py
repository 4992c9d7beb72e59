"""problem: adagrad
hint: the squares became their root in place

The state itself becomes its root.
"""


class AdaGrad(AdaGrad):
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
                state["squares"].addcmul_(p.grad, p.grad)
                p.addcdiv_(p.grad, state["squares"].sqrt_() + group["eps"], value=-group["lr"])
        return loss
