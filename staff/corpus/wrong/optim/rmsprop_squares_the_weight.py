"""problem: rmsprop
hint: this squares 1 - alpha too

Weighs the gradient and squares the product.

replace: torch._foreach_addcmul_(averages, grads, grads, value=1 - group["alpha"])
with: torch._foreach_addcmul_(averages, grads, grads, value=(1 - group["alpha"]) ** 2)
"""
