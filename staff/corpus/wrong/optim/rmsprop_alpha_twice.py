"""problem: rmsprop
hint: the weight of the new square is alpha; it should be 1 - alpha

Weighs the new square by alpha, as the average so far.

replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: torch._foreach_addcmul_(averages, grads, grads, value=group["alpha"])
"""
