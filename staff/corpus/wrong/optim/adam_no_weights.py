"""problem: adam
hint: m and v take all of the new value

Neither average weighs the new.

replace: torch._foreach_lerp_(m, grads, 1 - beta1)
with: torch._foreach_mul_(m, beta1)
with: torch._foreach_add_(m, grads)
replace: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
with: torch._foreach_addcmul_(v, grads, grads)
"""
