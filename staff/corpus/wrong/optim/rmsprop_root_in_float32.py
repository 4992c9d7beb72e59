"""problem: rmsprop
hint: right to float32's digits only

Keeps the average in the parameter's dtype, and takes its root in float32.
"""


class RMSProp(RMSProp):
    @torch.no_grad()
    def step(self, closure=None):
        loss = _loss(closure)
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if "average" not in state:
                    state["average"] = torch.zeros_like(p)
                state["average"].mul_(group["alpha"])
                state["average"].addcmul_(p.grad, p.grad, value=1 - group["alpha"])
                root = state["average"].float().sqrt().to(p.dtype)
                p.addcdiv_(p.grad, root.add_(group["eps"]), value=-group["lr"])
        return loss
