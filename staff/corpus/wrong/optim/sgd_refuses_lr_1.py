"""problem: sgd
hint: no upper bound

Takes an lr of 1 and more for a mistake.
"""


class SGD(SGD):
    def __init__(self, params, lr, momentum=0.0):
        if not 0 <= lr < 1:
            raise ValueError(f"lr must be in [0, 1), got {lr}")
        super().__init__(params, lr, momentum)
