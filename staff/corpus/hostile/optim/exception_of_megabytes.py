"""problem: rmsprop

Raise an exception with a text of many megabytes, of lone surrogates and terminal codes.
"""


class RMSProp(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
        super().__init__(params, {"lr": lr})

    def step(self, closure=None):
        codes = "\x1b]0;owned\x07\x1b[2J\x00\x08\u202e\r<script>alert(1)</script>=cmd|' /C calc'!A0"
        raise ValueError(("\ud800\udfff" + codes) * 1_000_000)
