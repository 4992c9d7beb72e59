"""problem: adamw
hint: a parameter without a gradient decayed

Decays every parameter of the group.

replace: for group, params, grads in _updates(self):
with: for group in self.param_groups:
with:     torch._foreach_mul_(group["params"], 1 - group["lr"] * group["weight_decay"])
with: for group, params, grads in _updates(self):
replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with:
"""
