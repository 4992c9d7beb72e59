"""problem: adamw
hint: here the parameter does not decay

Is Adam: takes weight_decay and forgets it.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with:
"""
