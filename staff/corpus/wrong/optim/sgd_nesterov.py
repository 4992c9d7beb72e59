"""problem: sgd
hint: this is Nesterov's momentum

Nesterov's step.

replace: grads = averages
with: grads = torch._foreach_add(grads, averages, alpha=group["momentum"])
"""
