"""problem: sgd

Makes the state of all parameters in __init__: a schedule may bring momentum later.

replace: super().__init__(params, {"lr": lr, "momentum": momentum})
with: super().__init__(params, {"lr": lr, "momentum": momentum})
with: for group in self.param_groups:
with:     for param in group["params"]:
with:         if group["momentum"] != 0:
with:             self.state[param]["average"] = torch.zeros_like(param)
replace: averages = _state(self, params, "average")
with: averages = [self.state[param]["average"] for param in params]
"""
