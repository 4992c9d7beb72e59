"""problem: adagrad
hint: the squares became their root in place

The state itself becomes its root.

replace: roots = torch._foreach_sqrt(sums)
with: torch._foreach_sqrt_(sums)
with: roots = torch._foreach_add(sums, 0)
"""
