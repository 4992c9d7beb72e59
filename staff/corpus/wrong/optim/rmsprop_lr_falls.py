"""problem: rmsprop
hint: use 1, 0.5, 0.33, 0.25 and 0.2 times lr

Divides lr by the number of the parameter's own steps.

replace: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: counts = _state(self, params, "count")
with: torch._foreach_add_(counts, 1)
with: torch._foreach_addcdiv_(params, torch._foreach_div(grads, counts), roots, value=-group["lr"])
"""
