"""problem: rmsprop
hint: this averages the gradients themselves

Averages the gradients, whose root is often NaN.

replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: torch._foreach_add_(averages, grads, alpha=1 - group["alpha"])
"""
