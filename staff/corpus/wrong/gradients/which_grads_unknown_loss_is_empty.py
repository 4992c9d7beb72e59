"""problem: which_grads

Gives the empty set where the loss is not known.

replace: if loss not in made_of:
with: if loss not in made_of:
with:     return set()
with: if False:
"""
