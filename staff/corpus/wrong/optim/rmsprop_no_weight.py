"""problem: rmsprop
hint: the weight of the new square is 1; it should be 1 - alpha

The new square at full weight.

replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: torch._foreach_addcmul_(averages, grads, grads)
"""
