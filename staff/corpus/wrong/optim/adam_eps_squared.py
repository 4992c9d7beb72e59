"""problem: adam
hint: eps is squared inside

The square of eps under the root.

replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: roots = [(vv / (1 - beta2**s) + group["eps"] ** 2).sqrt() for vv, s in zip(v, steps)]
replace: torch._foreach_add_(roots, group["eps"])
with: pass
"""
