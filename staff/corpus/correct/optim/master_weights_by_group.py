"""Works group by group, with the group dicts kept."""


class MasterWeights:
    def __init__(self, params, optimizer_class, **hyperparameters):
        groups = list(params)
        if not isinstance(groups[0], dict):
            groups = [dict(params=groups)]
        self._groups = [
            (g["params"], [torch.zeros_like(p, dtype=torch.float32) for p in g["params"]])
            for g in groups
        ]
        with torch.no_grad():
            for low, high in self._groups:
                torch._foreach_copy_(high, low)
        made = [g | {"params": high} for g, (_, high) in zip(groups, self._groups)]
        self.optimizer = optimizer_class(made, **hyperparameters)

    @property
    def params(self):
        return [p for low, _ in self._groups for p in low]

    @property
    def master(self):
        return [m for _, high in self._groups for m in high]

    def step(self):
        for low, high in self._groups:
            for p, m in zip(low, high):
                m.grad = p.grad.detach().float() if p.grad is not None else None
        self.optimizer.step()
        with torch.no_grad():
            for low, high in self._groups:
                for p, m in zip(low, high):
                    p.copy_(m.bfloat16())

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def state_dict(self):
        numbers = {f"master.{i}": m for i, m in enumerate(self.master)}
        return dict(numbers, optimizer=self.optimizer.state_dict())

    def load_state_dict(self, state):
        with torch.no_grad():
            for i, m in enumerate(self.master):
                m.copy_(state[f"master.{i}"])
        self.optimizer.load_state_dict(state["optimizer"])
