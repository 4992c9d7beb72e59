"""problem: which_grads

Allows tensors that a later op makes.

replace: if each not in made_of:
with: if each not in made_of and each not in dict(ops):
"""
