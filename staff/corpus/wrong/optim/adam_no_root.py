"""problem: adam
hint: the square root is missing

Divides by v, not by its root.

replace: roots = torch._foreach_sqrt(v)
with: roots = torch._foreach_div(v, [1 - beta2**step for step in steps])
replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with:
"""
