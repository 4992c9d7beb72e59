"""Takes loaded masters over, and points the optimizer's groups at them."""


class MasterWeights(MasterWeights):
    def load_state_dict(self, state_dict):
        self.master = list(state_dict["master"])
        masters = iter(self.master)
        for group in self.optimizer.param_groups:
            group["params"] = [next(masters) for _ in group["params"]]
        self.optimizer.load_state_dict(state_dict["optimizer"])
