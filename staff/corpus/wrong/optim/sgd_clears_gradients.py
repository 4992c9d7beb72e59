"""problem: sgd
hint: a step neither clears nor replaces gradients

Clears the gradients.

replace: torch._foreach_add_(params, grads, alpha=-group["lr"])
with: torch._foreach_add_(params, grads, alpha=-group["lr"])
with: for param in params:
with:     param.grad = None
"""
