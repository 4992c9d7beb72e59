"""problem: which_grads
hint: the loss is none

Counts the loss as filled.

replace: return filled
with: return filled | {loss}
"""
