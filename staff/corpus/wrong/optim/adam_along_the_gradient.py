"""problem: adam
hint: follows the newest gradient

The first moment is kept and never used.

replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_addcdiv_(params, grads, roots, value=-group["lr"])
"""
