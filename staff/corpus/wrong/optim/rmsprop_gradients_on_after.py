"""problem: rmsprop
hint: torch.is_grad_enabled() at True

Disables gradients by hand and enables them at the end, where the caller had disabled them too.
"""


class RMSProp(RMSProp):
    def step(self, closure=None):
        loss = _loss(closure)
        torch.set_grad_enabled(False)
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if "average" not in state:
                    state["average"] = torch.zeros_like(p)
                state["average"].mul_(group["alpha"])
                state["average"].addcmul_(p.grad, p.grad, value=1 - group["alpha"])
                p.addcdiv_(p.grad, state["average"].sqrt().add_(group["eps"]), value=-group["lr"])
        torch.set_grad_enabled(True)
        return loss
