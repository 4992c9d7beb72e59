"""problem: which_grads

Lets the dict say that there is no such tensor.

replace: if loss not in made_of:
with: if not made_of[loss] and loss not in requires_grad:
"""
