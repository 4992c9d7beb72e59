"""problem: adam
hint: follows the corrected newest gradient

Takes the gradient in the place of m.

replace: torch._foreach_addcdiv_(params, m, roots, rates)
with: torch._foreach_addcdiv_(params, grads, roots, rates)
"""
