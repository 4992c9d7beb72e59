"""problem: adamw
hint: here the parameter grows

The sign of the decay is wrong.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: torch._foreach_mul_(params, 1 + group["lr"] * group["weight_decay"])
"""
