"""problem: which_grads

Checks only the ops on a way to the loss.

replace: if each not in made_of:
with: if False:
replace: reached, pending = {loss}, [loss]
with: reached, pending = {loss}, [loss]
with: known = made_of
replace: found = {*made_of[pending.pop()]} - reached
with: each = pending.pop()
with: if each not in known:
with:     raise ValueError(f"ops: {each!r} is not there")
with: found = {*known[each]} - reached
"""
