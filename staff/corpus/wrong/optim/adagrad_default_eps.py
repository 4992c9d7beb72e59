"""problem: adagrad
hint: by default

Another default for eps.
"""


class AdaGrad(AdaGrad):
    def __init__(self, params, lr=0.01, eps=1e-8):
        super().__init__(params, lr, eps)
