"""problem: sgd
hint: this goes up the gradient

Goes up.

replace: torch._foreach_add_(params, grads, alpha=-group["lr"])
with: torch._foreach_add_(params, grads, alpha=group["lr"])
"""
