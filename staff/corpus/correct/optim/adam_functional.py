"""Helper functions."""


def _moments(state, g, b1, b2):
    state["m"] = state.get("m", 0.0) * b1 + g * (1 - b1)
    state["v"] = state.get("v", 0.0) * b2 + g * g * (1 - b2)
    state["n"] = state.get("n", 0) + 1
    return state["m"] / (1 - b1 ** state["n"]), state["v"] / (1 - b2 ** state["n"])


class Adam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        for name, value, good in (
            ("lr", lr, lr >= 0),
            ("eps", eps, eps >= 0),
            ("betas", betas, all(0 <= b < 1 for b in betas)),
        ):
            if not good:
                raise ValueError(f"{name} = {value} is out of range")
        super().__init__(params, dict(lr=lr, betas=tuple(betas), eps=eps))

    def step(self, closure=None):
        loss = None if closure is None else closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    m, v = _moments(self.state[p], p.grad.detach(), *group["betas"])
                    p.data.add_(-group["lr"] * m / (v.sqrt() + group["eps"]))
        return loss
