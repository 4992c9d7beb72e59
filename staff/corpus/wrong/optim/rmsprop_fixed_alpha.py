"""problem: rmsprop

Ignores alpha.

replace: torch._foreach_mul_(averages, group["alpha"])
with: torch._foreach_mul_(averages, 0.99)
replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: torch._foreach_addcmul_(averages, grads, grads, value=1 - 0.99)
"""
