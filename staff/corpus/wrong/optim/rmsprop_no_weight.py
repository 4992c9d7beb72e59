"""problem: rmsprop
hint: it should be weighed by 1 - alpha

The new square at full weight.

replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: torch._foreach_addcmul_(averages, grads, grads)
"""
