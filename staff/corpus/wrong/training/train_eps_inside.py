"""problem: train
hint: eps is inside the square root

An AdaGrad of its own, with eps under the root.

replace: optimizer = OPTIMIZERS[config["optimizer"]](state.values(), lr=config["lr"])
with: kind = {**OPTIMIZERS, "adagrad": _EpsInside}[config["optimizer"]]
with: optimizer = kind(state.values(), lr=config["lr"])
"""


class _EpsInside(OPTIMIZERS["adagrad"]):
    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for param in group["params"]:
                state = self.state[param]
                state["sum"] = state.get("sum", 0) + param.grad**2
                param -= group["lr"] * param.grad / (state["sum"] + group["eps"]).sqrt()
