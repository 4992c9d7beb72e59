"""problem: adam
hint: eps is added before v is corrected for

eps added to the uncorrected root, as in the paper's short form.

replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: torch._foreach_add_(roots, group["eps"])
replace: torch._foreach_add_(roots, group["eps"])
with: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
"""
