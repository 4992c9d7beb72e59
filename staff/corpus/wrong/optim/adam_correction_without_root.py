"""problem: adam
hint: by the root of it

Divides the root of v by v's correction, not by its root.

replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: torch._foreach_div_(roots, [1 - beta2**step for step in steps])
"""
