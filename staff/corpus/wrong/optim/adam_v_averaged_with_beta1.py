"""problem: adam
hint: here v is averaged with beta1

Averages v as it does m.

replace: torch._foreach_mul_(v, beta2)
with: torch._foreach_mul_(v, beta1)
replace: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
with: torch._foreach_addcmul_(v, grads, grads, value=1 - beta1)
"""
