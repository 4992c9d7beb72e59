"""problem: sgd
hint: right to float32's digits only

Makes a float32 tensor of lr, whatever the parameter's dtype.
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
                        state["buffer"] = torch.zeros_like(p)
                    step = state["buffer"].mul_(group["momentum"]).add_(step)
                p.sub_(step * torch.tensor(group["lr"]))
        return loss
