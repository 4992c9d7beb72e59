"""Refuses an alpha above 1, which torch takes: no average has such a weight."""


class RMSProp(RMSProp):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
        if alpha > 1:
            raise ValueError(f"alpha must be in [0, 1], got {alpha}")
        super().__init__(params, lr, alpha, eps)
