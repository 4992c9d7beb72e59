"""problem: adam
hint: indented

The step stands below the class, not in it.
"""


class Adam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps})


@torch.no_grad()
def step(self, closure=None):
    for group in self.param_groups:
        for param in group["params"]:
            param -= group["lr"] * param.grad
