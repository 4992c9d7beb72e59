"""problem: adagrad
hint: this sums the gradients themselves

Sums the gradients, whose root is often NaN.

replace: torch._foreach_addcmul_(sums, grads, grads)
with: torch._foreach_add_(sums, grads)
"""
