"""problem: adam
hint: here v is corrected by beta1

Corrects v as it does m.

replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: torch._foreach_div_(roots, [(1 - beta1**step) ** 0.5 for step in steps])
"""
