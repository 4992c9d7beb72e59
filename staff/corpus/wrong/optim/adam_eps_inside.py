"""problem: adam
hint: inside the

eps under the root.

replace: roots = torch._foreach_sqrt(v)
with: roots = torch._foreach_div(v, [1 - beta2**step for step in steps])
replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: torch._foreach_add_(roots, group["eps"])
replace: torch._foreach_add_(roots, group["eps"])
with: torch._foreach_sqrt_(roots)
"""
