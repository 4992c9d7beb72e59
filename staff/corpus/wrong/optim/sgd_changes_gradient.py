"""problem: sgd
hint: work on a copy

Turns the gradient into the step.

replace: torch._foreach_mul_(averages, group["momentum"])
with: torch._foreach_add_(grads, averages, alpha=group["momentum"])
replace: torch._foreach_add_(averages, grads)
with: torch._foreach_copy_(averages, grads)
"""
