"""problem: rmsprop
hint: this averages absolute values

Averages sizes instead of squares.

replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: torch._foreach_add_(averages, torch._foreach_abs(grads), alpha=1 - group["alpha"])
"""
