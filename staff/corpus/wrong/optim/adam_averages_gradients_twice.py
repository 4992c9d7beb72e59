"""problem: adam
hint: here v averages the gradients themselves

The second moment is not of squares.

replace: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
with: torch._foreach_add_(v, grads, alpha=1 - beta2)
"""
