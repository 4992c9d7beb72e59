"""problem: adam
hint: here m takes all of the gradient

The first moment adds up gradients.

replace: torch._foreach_lerp_(m, grads, 1 - beta1)
with: torch._foreach_mul_(m, beta1)
with: torch._foreach_add_(m, grads)
"""
