"""problem: which_grads
hint: only leaves keep

Keeps the gradients of what ops make, too.

replace: return filled
with: for name in reversed(list(made_of)):
with:     if name in reached and name not in requires_grad:
with:         filled.add(name)
with: needing = {name for name, flag in requires_grad.items() if flag}
with: for name, inputs in ops:
with:     if needing & {*inputs}:
with:         needing.add(name)
with: return filled & needing
"""
