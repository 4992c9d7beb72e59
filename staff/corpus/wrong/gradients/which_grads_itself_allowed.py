"""problem: which_grads

Allows an op on its own result.

replace: if each not in made_of:
with: if each not in made_of and each != name:
"""
