"""problem: which_grads

Looks only at what the loss's own op is made of.

replace: found = {*made_of[pending.pop()]} - reached
with: pending.pop()
with: found = {*made_of[loss]} - reached
with: reached |= found
with: found = set()
"""
