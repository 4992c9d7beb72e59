"""problem: adamw
hint: that is Adam with L2

Adds the decay to the gradient.

replace: torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
with: grads = torch._foreach_add(grads, params, alpha=group["weight_decay"])
"""
