"""problem: rmsprop
hint: joins the average after the step

Divides by the average as it was before this gradient.

replace: torch._foreach_mul_(averages, group["alpha"])
with:
replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with:
replace: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: torch._foreach_mul_(averages, group["alpha"])
with: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
"""
