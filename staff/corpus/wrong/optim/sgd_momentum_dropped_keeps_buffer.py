"""problem: sgd
hint: the buffer starts at the first step with momentum

Once there is a buffer, a step with momentum 0 goes along it too.
"""


class SGD(SGD):
    @torch.no_grad()
    def step(self, closure=None):
        loss = _loss(closure)
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                g = p.grad
                if group["momentum"] != 0 or "average" in self.state[p]:
                    if "average" not in self.state[p]:
                        self.state[p]["average"] = torch.zeros_like(p)
                    g = self.state[p]["average"].mul_(group["momentum"] or 0.9).add_(g)
                p.sub_(group["lr"] * g)
        return loss
