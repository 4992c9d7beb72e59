"""problem: which_grads

Refuses a name only where a leaf has it already.

replace: if name in made_of:
with: if name in requires_grad:
"""
