"""problem: adagrad
hint: here lr is part of the sum

Sums the squares of what a step of SGD would subtract.

replace: torch._foreach_addcmul_(sums, grads, grads)
with: grads = torch._foreach_mul(grads, group["lr"])
with: torch._foreach_addcmul_(sums, grads, grads)
replace: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: torch._foreach_addcdiv_(params, grads, roots, value=-1)
"""
