"""problem: adam
hint: the corrections stay those of the first step

Divides by 1 - beta at each step.

replace: roots = torch._foreach_sqrt(v)
with: steps = [1] * len(params)
with: roots = torch._foreach_sqrt(v)
"""
