"""problem: sgd
hint: here the average takes 1 - momentum

An average with weight 1 - momentum.

replace: torch._foreach_add_(averages, grads)
with: torch._foreach_add_(averages, grads, alpha=1 - group["momentum"])
"""
