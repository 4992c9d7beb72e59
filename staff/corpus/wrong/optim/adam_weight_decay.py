"""problem: adam

AdamW's decay.

replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_mul_(params, 1 - 0.01 * group["lr"])
"""
