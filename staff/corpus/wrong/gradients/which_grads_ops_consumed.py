"""problem: which_grads
hint: changed its argument

Empties the caller's list of ops.

replace: for name, inputs in ops:
with: ops = ops if isinstance(ops, list) else list(ops)
with: while ops:
with:     name, inputs = ops.pop(0)
"""
