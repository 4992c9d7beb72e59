"""problem: adagrad
hint: neither clipped, nor replaced, nor left out

Caps the sum, so that steps do not vanish.

replace: roots = torch._foreach_sqrt(sums)
with: torch._foreach_clamp_max_(sums, 1e4)
with: roots = torch._foreach_sqrt(sums)
"""
