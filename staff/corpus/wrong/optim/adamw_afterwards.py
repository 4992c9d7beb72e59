"""problem: adamw
hint: decays after the step

Takes the step, then decays what came of it.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with:
replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
"""
