"""problem: which_grads

Follows the first input of each op alone.

replace: found = {*made_of[pending.pop()]} - reached
with: found = {*made_of[pending.pop()][:1]} - reached
"""
