"""problem: which_grads

Gives nothing where a leaf is the loss.

replace: reached, pending = {loss}, [loss]
with: reached, pending = set(), [loss]
"""
