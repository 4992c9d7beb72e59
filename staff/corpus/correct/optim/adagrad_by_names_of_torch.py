"""torch itself is passed to a helper, which gets operations by their names."""


def _apply(library, name, *arguments):
    return getattr(library, name)(*arguments)


class AdaGrad(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, eps=1e-10):
        if lr < 0 or eps < 0:
            raise ValueError(f"lr {lr} and eps {eps} must be 0 or more")
        super().__init__(params, {"lr": lr, "eps": eps})

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is None:
                    continue
                state = self.state[param]
                state["sum"] = state.get("sum", 0) + _apply(torch, "square", param.grad)
                root = _apply(torch, "sqrt", state["sum"]) + group["eps"]
                param -= group["lr"] * _apply(torch, "div", param.grad, root)
        return loss
