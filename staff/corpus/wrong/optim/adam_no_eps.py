"""problem: adam
hint: eps is left out

Divides by the root alone.

replace: torch._foreach_add_(roots, group["eps"])
with: pass
"""
