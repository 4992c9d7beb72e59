"""problem: rmsprop
hint: state has the dtype of its parameter

Averages in float32, whatever the parameter's dtype.
"""


class RMSProp(RMSProp):
    @torch.no_grad()
    def step(self, closure=None):
        loss = _loss(closure)
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                st = self.state[p]
                if "average" not in st:
                    st["average"] = torch.zeros(p.shape)
                g = p.grad.to(st["average"].dtype)
                st["average"].mul_(group["alpha"]).add_(g * g, alpha=1 - group["alpha"])
                p.sub_((group["lr"] * g / (st["average"].sqrt() + group["eps"])).to(p.dtype))
        return loss
