"""Writes through .data, which is the same memory, and gives masters as a tuple."""


class MasterWeights:
    def __init__(self, params, optimizer_class, **hyperparameters):
        params = list(params)
        if params and isinstance(params[0], Tensor):
            params = [dict(params=params)]
        self.params = sum((list(group["params"]) for group in params), [])
        self.master = tuple(p.detach().clone().float().requires_grad_() for p in self.params)
        left = list(self.master)
        groups = []
        for group in params:
            count = len(group["params"])
            groups.append(dict(group, params=left[:count]))
            left = left[count:]
        self.optimizer = optimizer_class(groups, **hyperparameters)

    def step(self):
        for i in range(len(self.params)):
            gradient = self.params[i].grad
            self.master[i].grad = gradient.float() if gradient is not None else None
        self.optimizer.step()
        for i in range(len(self.params)):
            self.params[i].data.copy_(self.master[i].data)
            self.master[i].grad = None

    def zero_grad(self):
        for param in self.params:
            param.grad = None

    def state_dict(self):
        return {"masters": [m.data for m in self.master], **self.optimizer.state_dict()}

    def load_state_dict(self, state):
        state = dict(state)
        for master, saved in zip(self.master, state.pop("masters")):
            master.data.copy_(saved)
        self.optimizer.load_state_dict(state)
