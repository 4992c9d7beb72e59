"""problem: adagrad
hint: times lr; each should use lr as it is

A schedule on top: lr over the root of the number of steps.

replace: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: counts = _state(self, params, "count")
with: torch._foreach_add_(counts, 1)
with: moves = torch._foreach_div(grads, torch._foreach_sqrt(counts))
with: torch._foreach_addcdiv_(params, moves, roots, value=-group["lr"])
"""
