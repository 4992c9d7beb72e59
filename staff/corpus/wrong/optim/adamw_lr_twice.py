"""problem: adamw
hint: multiplied by lr twice

Puts the decay into what lr scales, already scaled.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: torch._foreach_mul_(params, 1 - group["lr"] ** 2 * group["weight_decay"])
"""
