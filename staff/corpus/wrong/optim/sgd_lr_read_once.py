"""problem: sgd
hint: state_dict at step

Reads lr when it is built.

replace: torch._foreach_add_(params, grads, alpha=-group["lr"])
with: torch._foreach_add_(params, grads, alpha=-self.defaults["lr"])
"""
