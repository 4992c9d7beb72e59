"""problem: adagrad

Ignores eps.

replace: torch._foreach_add_(roots, group["eps"])
with: torch._foreach_add_(roots, 1e-10)
"""
