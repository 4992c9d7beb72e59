"""A class elsewhere in the file sets its fields by names that it is given."""


class Settings:
    def __init__(self, **fields):
        for name, value in fields.items():
            setattr(self, name, value)


class SGD(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.0):
        if lr < 0:
            raise ValueError(f"lr must be 0 or more, got {lr}")
        settings = Settings(lr=lr, momentum=momentum)
        super().__init__(params, vars(settings))

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
                update = param.grad
                if group["momentum"] != 0:
                    state = self.state[param]
                    update = group["momentum"] * state.get("average", 0) + param.grad
                    state["average"] = update
                param -= group["lr"] * update
        return loss
