"""problem: adam
hint: every element should have its own

One second moment for all elements.

replace: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
with: for average, grad in zip(v, grads, strict=True):
with:     average.add_((1 - beta2) * (grad**2).mean())
"""
