"""problem: adam

A look ahead.

replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: ahead = torch._foreach_lerp(m, grads, 1 - beta1)
with: torch._foreach_addcdiv_(params, ahead, roots, rates)
"""
