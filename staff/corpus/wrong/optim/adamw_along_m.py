"""problem: adamw
hint: added to m, and divided by the root

Decays inside the quotient.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: decay = torch._foreach_mul(params, group["weight_decay"])
replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_addcdiv_(params, decay, roots, value=-group["lr"])
"""
