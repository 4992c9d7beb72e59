"""problem: adagrad
hint: changed

Squares the gradient in place and takes its root again.

replace: torch._foreach_addcmul_(sums, grads, grads)
with: signs = torch._foreach_sign(grads)
with: torch._foreach_mul_(grads, grads)
with: torch._foreach_add_(sums, grads)
replace: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: grads = torch._foreach_mul(signs, torch._foreach_sqrt(grads))
with: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
"""
