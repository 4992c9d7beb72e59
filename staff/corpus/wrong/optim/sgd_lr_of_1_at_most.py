"""problem: sgd
hint: it has no upper bound

Takes no lr above 1 for meant.

replace: torch._foreach_add_(params, grads, alpha=-group["lr"])
with: torch._foreach_add_(params, grads, alpha=-min(group["lr"], 1.0))
"""
