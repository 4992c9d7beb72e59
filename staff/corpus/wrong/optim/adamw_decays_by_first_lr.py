"""problem: adamw
hint: the decay takes the lr that __init__ got

Decays by the lr of __init__, which a schedule does not change.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: torch._foreach_mul_(params, 1 - self.defaults["lr"] * group["weight_decay"])
"""
