"""problem: rmsprop
hint: eps is squared inside

The square of eps under the root.

replace: roots = torch._foreach_sqrt(averages)
with: roots = torch._foreach_add(averages, group["eps"] ** 2)
replace: torch._foreach_add_(roots, group["eps"])
with: torch._foreach_sqrt_(roots)
"""
