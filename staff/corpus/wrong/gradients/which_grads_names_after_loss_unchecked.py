"""problem: which_grads

Stops reading at the loss.

replace: for name, inputs in ops:
with: for name, inputs in [op for i, op in enumerate(ops) if loss not in dict(ops[:i])]:
"""
