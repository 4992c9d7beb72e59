"""problem: which_grads

A reused name replaces the earlier tensor.

replace: if name in made_of:
with: if False:
"""
