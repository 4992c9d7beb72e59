"""problem: adam
hint: both corrections apply at every step

Takes the averages for settled after 100 steps.

replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 if step < 100 else 1 for step in steps])
"""
