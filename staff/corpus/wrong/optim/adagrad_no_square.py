"""problem: adagrad
hint: this sums absolute values

Sums absolute values.

replace: torch._foreach_addcmul_(sums, grads, grads)
with: torch._foreach_add_(sums, torch._foreach_abs(grads))
"""
