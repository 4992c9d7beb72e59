"""problem: adam
hint: correct

No bias correction.

replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with:
replace: rates = [-group["lr"] / (1 - beta1**step) for step in steps]
with: rates = [-group["lr"]] * len(params)
"""
