"""problem: sgd
hint: write into the tensor that is there

Out of place: the parameter gets another storage.

replace: torch._foreach_add_(params, grads, alpha=-group["lr"])
with: for param, grad in zip(params, grads, strict=True):
with:     param.data = param.data - group["lr"] * grad
"""
