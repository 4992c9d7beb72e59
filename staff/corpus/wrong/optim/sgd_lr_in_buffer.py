"""problem: sgd

The learning rate inside the average: wrong when lr changes on resuming.

replace: torch._foreach_add_(averages, grads)
with: torch._foreach_add_(averages, grads, alpha=group["lr"])
replace: grads = averages
with: torch._foreach_sub_(params, averages)
with: continue
"""
