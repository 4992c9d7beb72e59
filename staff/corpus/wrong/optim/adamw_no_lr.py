"""problem: adamw
hint: the decay is not multiplied by lr

Decays by weight_decay alone, whatever lr is.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: torch._foreach_mul_(params, 1 - group["weight_decay"])
"""
