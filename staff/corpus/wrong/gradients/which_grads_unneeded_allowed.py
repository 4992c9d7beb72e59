"""problem: which_grads

Gives the empty set where the loss needs no gradient.

replace: if not filled:
with: if False:
"""
