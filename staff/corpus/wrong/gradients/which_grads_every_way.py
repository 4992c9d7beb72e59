"""problem: which_grads
hint: visit each tensor once

Follows every way from the loss, one after the other.

replace: found = {*made_of[pending.pop()]} - reached
with: each = pending.pop()
with: found = list(made_of[each])
with: reached |= {*found}
replace: reached |= found
with: pass
"""
