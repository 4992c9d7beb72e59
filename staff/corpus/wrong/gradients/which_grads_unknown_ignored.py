"""problem: which_grads

Takes unknown tensors for constants.

replace: if each not in made_of:
with: if False:
replace: found = {*made_of[pending.pop()]} - reached
with: found = {*made_of.get(pending.pop(), ())} - reached
"""
