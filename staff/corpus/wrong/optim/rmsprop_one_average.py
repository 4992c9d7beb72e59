"""problem: rmsprop
hint: every element should have its own average

One average of squares for all elements.

replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: for average, grad in zip(averages, grads, strict=True):
with:     average.add_((1 - group["alpha"]) * (grad**2).mean())
"""
