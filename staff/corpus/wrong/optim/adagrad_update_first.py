"""problem: adagrad
hint: the new square is added after the step

Moves before it adds: the first step divides by eps.

replace: torch._foreach_addcmul_(sums, grads, grads)
with:
replace: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: torch._foreach_addcmul_(sums, grads, grads)
"""
