"""problem: adamw
hint: weight_decay

Reads the weight_decay of __init__, not the group's.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: torch._foreach_mul_(params, 1 - group["lr"] * self.defaults["weight_decay"])
"""
