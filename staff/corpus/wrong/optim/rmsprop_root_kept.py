"""problem: rmsprop
hint: the squares became their root plus eps in place

The state itself becomes its root plus eps.

replace: roots = torch._foreach_sqrt(averages)
with: torch._foreach_sqrt_(averages)
with: roots = averages
"""
