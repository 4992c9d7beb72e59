"""problem: adam
hint: v is not corrected for its start at

Corrects the first moment alone.

replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with:
"""
