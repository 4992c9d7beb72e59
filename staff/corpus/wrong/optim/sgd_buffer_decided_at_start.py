"""problem: sgd
hint: the buffer starts at the first step with momentum

A parameter gets its buffer in __init__, where momentum is not 0: later momentum finds none.
"""


class SGD(SGD):
    def __init__(self, params, lr, momentum=0.0):
        super().__init__(params, lr, momentum)
        for group in self.param_groups:
            if group["momentum"] != 0:
                for p in group["params"]:
                    self.state[p]["average"] = torch.zeros_like(p)

    @torch.no_grad()
    def step(self, closure=None):
        loss = _loss(closure)
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                g = p.grad
                buffer = self.state[p].get("average")
                if buffer is not None:
                    g = buffer.mul_(group["momentum"]).add_(g)
                p.sub_(group["lr"] * g)
        return loss
