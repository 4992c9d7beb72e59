"""problem: which_grads

Refuses a name only where an op has it already.

replace: if name in made_of:
with: if name in made_of and name not in requires_grad:
"""
