"""problem: which_grads
hint: changed its argument

Changes the caller's leaves.

replace: made_of[name] = inputs
with: made_of[name] = inputs
with: requires_grad[name] = False
"""
