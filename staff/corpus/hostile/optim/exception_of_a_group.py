"""problem: adam

Raise groups of exceptions, unicode errors and StopIteration, with a chain that has no end.
"""


class Adam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(params, {"lr": lr})

    def step(self, closure=None):
        inner = UnicodeDecodeError("utf-8", b"\xff" * 1000, 0, 1, "\ud800")
        inner.__cause__ = inner.__context__ = StopIteration(inner)
        inner.__context__.__context__ = inner
        group = inner
        for _ in range(200):
            group = BaseExceptionGroup("g", [group, SystemExit(0)])
        raise group if closure else inner
