"""problem: sgd
hint: torch.is_grad_enabled() at True

Disables gradients by hand and enables them at the end, where the caller had disabled them too.
"""


class SGD(SGD):
    def step(self, closure=None):
        loss = _loss(closure)
        torch.set_grad_enabled(False)
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
                p.sub_(step * group["lr"])
        torch.set_grad_enabled(True)
        return loss
