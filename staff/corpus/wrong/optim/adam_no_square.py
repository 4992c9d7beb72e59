"""problem: adam
hint: here v averages absolute values

The second moment of absolute values.

replace: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
with: torch._foreach_add_(v, torch._foreach_abs(grads), alpha=1 - beta2)
"""
