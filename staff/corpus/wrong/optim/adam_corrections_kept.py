"""problem: adam
hint: the corrected m and v are stored

Corrects the averages in place.

replace: roots = torch._foreach_sqrt(v)
with: torch._foreach_div_(m, [1 - beta1**step for step in steps])
with: torch._foreach_div_(v, [1 - beta2**step for step in steps])
with: roots = torch._foreach_sqrt(v)
replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with:
replace: rates = [-group["lr"] / (1 - beta1**step) for step in steps]
with: rates = [-group["lr"]] * len(params)
"""
