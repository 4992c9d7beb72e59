"""problem: adam
hint: here v averages the square of m

The square is of the average, not of the gradient.

replace: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
with: torch._foreach_addcmul_(v, m, m, value=1 - beta2)
"""
