"""problem: rmsprop
hint: self.state[param]

The averages are in the param group, by the parameter's place in it.
"""


class RMSProp(RMSProp):
    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for param, state in zip(group["params"], group.pop("averages", [])):
                self.state[param] |= state
        loss = super().step(closure)
        for group in self.param_groups:
            group["averages"] = [self.state.pop(param, {}) for param in group["params"]]
        return loss
