"""problem: sgd
hint: super().__init__(params, defaults)

Keeps its parameters itself, and does not call Optimizer.__init__.
"""


class SGD(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.0):
        self.params, self.lr = list(params), lr

    @torch.no_grad()
    def step(self, closure=None):
        for param in self.params:
            param -= self.lr * param.grad
