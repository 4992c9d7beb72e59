"""problem: adagrad
hint: root

Without the root.

replace: roots = torch._foreach_sqrt(sums)
with: roots = torch._foreach_add(sums, 0)
"""
