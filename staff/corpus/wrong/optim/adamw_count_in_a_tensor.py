"""problem: adamw
hint: a Python int stays

Counts in a tensor that is not named step, and corrects with it: loading makes it the parameter's dtype.

replace: steps = [self.state[param].get("step", 0) + 1 for param in params]
with: steps = [self.state[param].get("t", torch.tensor(0)) + 1 for param in params]
replace: self.state[param]["step"] = step
with: self.state[param]["t"] = step
replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: torch._foreach_div_(roots, [float((1 - beta2**step) ** 0.5) for step in steps])
replace: rates = [-group["lr"] / (1 - beta1**step) for step in steps]
with: rates = [float(-group["lr"] / (1 - beta1**step)) for step in steps]
"""
