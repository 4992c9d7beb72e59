"""problem: which_grads
hint: the loss is not made of all leaves

Fills every leaf that requires a gradient.

replace: return filled
with: return {name for name, flag in requires_grad.items() if flag}
"""
