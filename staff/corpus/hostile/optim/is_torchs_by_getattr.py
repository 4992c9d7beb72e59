"""problem: rmsprop

torch's own, under a name that only a run tells.
"""


class RMSProp(getattr(torch.optim, "RMS" + "prop")):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
        if lr < 0 or alpha < 0 or eps < 0:
            raise ValueError(f"lr: {lr}, alpha: {alpha}, eps: {eps}")
        super().__init__(params, lr, alpha, eps)
