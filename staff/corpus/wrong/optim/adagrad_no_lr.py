"""problem: adagrad
hint: is not multiplied by lr

The step has no lr.

replace: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: torch._foreach_addcdiv_(params, grads, roots, value=-1)
"""
