"""problem: adagrad
hint: by default

Another default for lr.
"""


class AdaGrad(AdaGrad):
    def __init__(self, params, lr=0.001, eps=1e-10):
        super().__init__(params, lr, eps)
