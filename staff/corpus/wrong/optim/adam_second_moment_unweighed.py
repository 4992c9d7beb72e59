"""problem: adam
hint: here v takes all of the square

The second moment adds up squares.

replace: torch._foreach_addcmul_(v, grads, grads, value=1 - beta2)
with: torch._foreach_addcmul_(v, grads, grads)
"""
