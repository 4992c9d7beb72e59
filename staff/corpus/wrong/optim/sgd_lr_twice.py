"""problem: sgd
hint: lr is in the average and in the step

Multiplies by lr twice.

replace: torch._foreach_add_(averages, grads)
with: torch._foreach_add_(averages, grads, alpha=group["lr"])
"""
