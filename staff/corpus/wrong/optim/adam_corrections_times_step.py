"""problem: adam
hint: the corrections take beta times t

Multiplies where it should take a power.

replace: roots = torch._foreach_sqrt(v)
with: roots = torch._foreach_div(v, [1 - beta2 * step for step in steps])
replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: torch._foreach_sqrt_(roots)
replace: rates = [-group["lr"] / (1 - beta1**step) for step in steps]
with: rates = [-group["lr"] / (1 - beta1 * step) for step in steps]
"""
