"""problem: sgd
hint: every param group took the first one's lr

Reads momentum from each param group, and lr from the first.

replace: torch._foreach_add_(params, grads, alpha=-group["lr"])
with: torch._foreach_add_(params, grads, alpha=-self.param_groups[0]["lr"])
"""
