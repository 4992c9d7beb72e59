"""problem: adamw
hint: the corrected lr

Uses the rate that corrects m for the decay, too.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with:
replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_mul_(params, [1 + r * group["weight_decay"] for r in rates])
with: torch._foreach_addcdiv_(params, m, roots, rates)
"""
