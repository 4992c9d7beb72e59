"""problem: adam

torch's own: the class takes the name of its base.
"""

from torch.optim import Adam


class Adam(Adam):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
        super().__init__(params, lr, betas, eps)
