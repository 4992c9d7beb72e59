"""problem: adagrad
hint: state_dict at step

Reads lr when it is built.

replace: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
with: torch._foreach_addcdiv_(params, grads, roots, value=-self.defaults["lr"])
"""
