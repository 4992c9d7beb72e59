"""problem: rmsprop
hint: here alpha weights the new square

alpha for the new gradient.

replace: torch._foreach_mul_(averages, group["alpha"])
with: torch._foreach_mul_(averages, 1 - group["alpha"])
replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: torch._foreach_addcmul_(averages, grads, grads, value=group["alpha"])
"""
