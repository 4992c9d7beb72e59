"""problem: adam

torch's own, found among the subclasses of Optimizer.
"""


class Adam(next(k for k in torch.optim.Optimizer.__subclasses__() if k.__name__ == "Ad" + "am")):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
        super().__init__(params, lr, betas, eps)
