"""problem: adam
hint: each should be by its own

Corrects m by beta2, and v by beta1.

replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: torch._foreach_div_(roots, [(1 - beta1**step) ** 0.5 for step in steps])
replace: rates = [-group["lr"] / (1 - beta1**step) for step in steps]
with: rates = [-group["lr"] / (1 - beta2**step) for step in steps]
"""
