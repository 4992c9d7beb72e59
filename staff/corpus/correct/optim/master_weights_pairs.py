"""Pairs of a parameter and its master, and zeros by zero_grad."""


class MasterWeights:
    def __init__(self, params, optimizer_class, **hyperparameters):
        self.params, self.master, groups = [], [], []
        for group in params:
            if isinstance(group, Tensor):
                group = {"params": [group]}
            masters = []
            for param in group["params"]:
                master = torch.nn.Parameter(param.detach().to(torch.float32, copy=True))
                self.params.append(param)
                self.master.append(master)
                masters.append(master)
            groups.append(group | {"params": masters})
        self.optimizer = optimizer_class(groups, **hyperparameters)

    def step(self):
        self.optimizer.zero_grad()
        for param, master in zip(self.params, self.master):
            if param.grad is not None:
                master.grad = param.grad.to(torch.float32)
        self.optimizer.step()
        with torch.no_grad():
            for param, master in zip(self.params, self.master):
                param.copy_(master)

    def zero_grad(self):
        for param in self.params:
            if param.grad is not None:
                param.grad.zero_()

    def state_dict(self):
        masters = {str(i): master.detach().clone() for i, master in enumerate(self.master)}
        return {"float32": masters, "torch": self.optimizer.state_dict()}

    def load_state_dict(self, state):
        with torch.no_grad():
            for i, (param, master) in enumerate(zip(self.params, self.master)):
                master.copy_(state["float32"][str(i)])
                param.copy_(master)
        self.optimizer.load_state_dict(state["torch"])
