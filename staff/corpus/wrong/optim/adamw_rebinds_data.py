"""problem: adamw
hint: has new memory

The decayed parameter is a new tensor.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: for p in params:
with:     p.data = p.data * (1 - group["lr"] * group["weight_decay"])
"""
