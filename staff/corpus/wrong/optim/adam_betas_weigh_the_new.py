"""problem: adam
hint: here the betas weight the new values

Beta and 1 - beta are the other way round.

replace: torch._foreach_lerp_(m, grads, 1 - beta1)
with: torch._foreach_lerp_(m, grads, beta1)
replace: torch._foreach_mul_(v, beta2)
with: torch._foreach_mul_(v, 1 - beta2)
replace: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
with: torch._foreach_addcmul_(v, grads, grads, value=beta2)
"""
