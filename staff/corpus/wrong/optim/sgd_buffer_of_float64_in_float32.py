"""problem: sgd
hint: state has the dtype of its parameter

Keeps the buffer of a float64 parameter in float32.
"""


class SGD(SGD):
    @torch.no_grad()
    def step(self, closure=None):
        loss = _loss(closure)
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                step = p.grad
                if group["momentum"] != 0:
                    if "buffer" not in state:
                        kind = torch.float32 if p.dtype == torch.float64 else p.dtype
                        state["buffer"] = torch.zeros_like(p, dtype=kind)
                    step = state["buffer"].mul_(group["momentum"]).add_(step).to(p.dtype)
                p.sub_(step * group["lr"])
        return loss
