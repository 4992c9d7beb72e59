"""problem: adam
hint: that is AdamW

AdamW: shrinks the parameter, then takes the step.

replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_mul_(params, 1 - 0.01 * group["lr"])
with: torch._foreach_addcdiv_(params, m, roots, rates)
"""
