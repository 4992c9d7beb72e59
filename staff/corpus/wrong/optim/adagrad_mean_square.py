"""problem: adagrad
hint: here the squares are averaged over the steps

Divides the sum by the steps.

replace: roots = torch._foreach_sqrt(sums)
with: counts = _state(self, params, "count")
with: torch._foreach_add_(counts, 1)
with: roots = torch._foreach_sqrt(torch._foreach_div(sums, counts))
"""
