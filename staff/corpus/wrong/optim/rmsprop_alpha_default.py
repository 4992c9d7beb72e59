"""problem: rmsprop
hint: by default

alpha 0.9.
"""


class RMSProp(RMSProp):
    def __init__(self, params, lr=0.01, alpha=0.9, eps=1e-8):
        super().__init__(params, lr, alpha, eps)
