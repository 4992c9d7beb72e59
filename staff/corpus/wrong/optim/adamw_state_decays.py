"""problem: adamw
hint: here m decays

The decay is of the average.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with:
replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_mul_(m, 1 - group["lr"] * group["weight_decay"])
"""
