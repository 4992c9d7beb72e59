"""problem: rmsprop
hint: this sums the squares (that is AdaGrad)

A sum.

replace: torch._foreach_mul_(averages, group["alpha"])
with:
replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: torch._foreach_addcmul_(averages, grads, grads)
"""
