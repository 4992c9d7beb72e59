"""problem: master_weights

Builds the optimizer on the parameters, where Adagrad's state begins, then puts masters into its groups.
"""


class MasterWeights:
    def __init__(self, params, optimizer_class, **hyperparameters):
        self.optimizer = optimizer_class(params, **hyperparameters)
        self.params, self.master = [], []
        for group in self.optimizer.param_groups:
            self.params += group["params"]
            group["params"] = [param.detach().float() for param in group["params"]]
            self.master += group["params"]

    @torch.no_grad()
    def step(self):
        for param, master in zip(self.params, self.master, strict=True):
            master.grad = param.grad if param.grad is None else param.grad.float()
        self.optimizer.step()
        for param, master in zip(self.params, self.master, strict=True):
            param[...] = master.to(param.dtype)

    def zero_grad(self):
        for param in self.params:
            param.grad = None

    def state_dict(self):
        return {"optimizer": self.optimizer.state_dict(), "master": self.master}

    @torch.no_grad()
    def load_state_dict(self, state_dict):
        for mine, saved in zip(self.master, state_dict["master"], strict=True):
            mine.copy_(saved)
        self.optimizer.load_state_dict(state_dict["optimizer"])
