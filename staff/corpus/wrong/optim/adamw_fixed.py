"""problem: adamw
hint: the weight_decay given was ignored

Decays by the default alone.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: torch._foreach_mul_(params, 1 - group["lr"] * 0.01)
"""
