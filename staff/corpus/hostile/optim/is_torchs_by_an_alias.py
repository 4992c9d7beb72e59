"""problem: adagrad

torch's own, by way of the module under another name.
"""

theirs = torch.optim


class AdaGrad(theirs.Adagrad):
    def __init__(self, params, lr=0.01, eps=1e-10):
        if lr < 0 or eps < 0:
            raise ValueError(f"lr: {lr}, eps: {eps}")
        super().__init__(params, lr=lr, eps=eps)
