"""problem: adagrad
hint: eps is 1e-5 inside the square root

The lecture's own AdaGrad, whose eps is a constant inside the root.
"""


class AdaGrad(AdaGrad):
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                grad = p.grad.data
                g2 = self.state[p].get("g2", torch.zeros_like(grad))
                g2 += torch.square(grad)
                self.state[p]["g2"] = g2
                p.data -= group["lr"] * grad / torch.sqrt(g2 + 1e-5)
