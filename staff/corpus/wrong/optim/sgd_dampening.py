"""problem: sgd
hint: here all gradients but the first are damped

Dampening, as torch has it: the first gradient counts in full, and 1 - momentum of the others.

replace: torch._foreach_add_(averages, grads)
with: for average, grad in zip(averages, grads, strict=True):
with:     average.add_(grad, alpha=1 - group["momentum"] if average.any() else 1)
"""
