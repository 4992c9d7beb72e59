"""problem: which_grads

Checks a leaf that is the loss no more than that.

replace: if not filled:
with: if not filled and loss not in requires_grad:
"""
