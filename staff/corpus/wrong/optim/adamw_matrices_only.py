"""problem: adamw

Leaves vectors as they are, as recipes do by param groups.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: for p in params:
with:     if p.ndim > 1:
with:         p.mul_(1 - group["lr"] * group["weight_decay"])
"""
