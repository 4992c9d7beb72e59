"""problem: adagrad
hint: right to float32's digits only

Keeps the sum in the parameter's dtype, and computes the step in float32.
"""


class AdaGrad(AdaGrad):
    @torch.no_grad()
    def step(self, closure=None):
        loss = _loss(closure)
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if "sum" not in state:
                    state["sum"] = torch.zeros_like(p)
                state["sum"].addcmul_(p.grad, p.grad)
                step = p.grad.float() / (state["sum"].float().sqrt() + group["eps"])
                p.sub_((group["lr"] * step).to(p.dtype))
        return loss
