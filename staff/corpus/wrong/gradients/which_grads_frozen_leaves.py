"""problem: which_grads
hint: gets none

Fills leaves that do not require a gradient.

replace: return filled
with: return reached & requires_grad.keys()
"""
