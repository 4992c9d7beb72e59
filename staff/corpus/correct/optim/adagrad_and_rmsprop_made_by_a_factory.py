"""One base class with a template method; optimizers made by a class factory."""


class _Base(torch.optim.Optimizer):
    rule = None
    allowed = {}

    def __init__(self, params, **hyper):
        for name, value in hyper.items():
            if name in ("lr", "eps", "alpha") and value < 0:
                raise ValueError(f"{name} must not be negative: {value}")
        super().__init__(params, hyper)

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            hyper = {k: v for k, v in group.items() if k != "params"}
            for p in filter(lambda p: p.grad is not None, group["params"]):
                p.sub_(type(self).rule(p.grad, self.state[p], **hyper))
        return loss


def _adagrad(g, s, lr, eps, **_):
    s["sum"] = s.get("sum", torch.zeros_like(g, memory_format=torch.preserve_format)) + g * g
    return lr * g / (s["sum"].sqrt() + eps)


def _rmsprop(g, s, lr, alpha, eps, **_):
    s["average"] = alpha * s.get("average", 0) + (1 - alpha) * g.square()
    return lr * g / s["average"].sqrt().add(eps)


def _make(name, rule, **defaults):
    def __init__(self, params, **given):
        _Base.__init__(self, params, **{**defaults, **given})

    return type(name, (_Base,), {"__init__": __init__, "rule": staticmethod(rule)})


AdaGrad = _make("AdaGrad", _adagrad, lr=0.01, eps=1e-10)
RMSProp = _make("RMSProp", _rmsprop, lr=0.01, alpha=0.99, eps=1e-8)
