"""problem: adam
hint: here v is averaged after the step

Divides by the second moment as it was before.

replace: torch._foreach_mul_(v, beta2)
with:
replace: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
with:
replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_mul_(v, beta2)
with: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
"""
