"""problem: sgd
hint: joins the average after the step

Steps along the average, then adds the gradient to it.

replace: torch._foreach_mul_(averages, group["momentum"])
with: before = [average.clone() for average in averages]
with: torch._foreach_mul_(averages, group["momentum"])
replace: grads = averages
with: grads = before
"""
