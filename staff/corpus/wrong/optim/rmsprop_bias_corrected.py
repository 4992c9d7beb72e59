"""problem: rmsprop
hint: the average is corrected for its start at

Corrects the bias.

replace: roots = torch._foreach_sqrt(averages)
with: counts = _state(self, params, "count")
with: torch._foreach_add_(counts, 1)
with: corrections = [1 - group["alpha"] ** count for count in counts]
with: roots = torch._foreach_sqrt(torch._foreach_div(averages, corrections))
"""
