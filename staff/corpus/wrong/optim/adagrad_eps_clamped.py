"""problem: adagrad
hint: larger of the root and eps

The larger of the root and eps.

replace: torch._foreach_add_(roots, group["eps"])
with: torch._foreach_clamp_min_(roots, group["eps"])
"""
