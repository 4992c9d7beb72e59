"""problem: adagrad
hint: this averages the squares over time (that is

An exponential average.

replace: torch._foreach_addcmul_(sums, grads, grads)
with: torch._foreach_mul_(sums, 0.99)
with: torch._foreach_addcmul_(sums, grads, grads, value=0.01)
"""
