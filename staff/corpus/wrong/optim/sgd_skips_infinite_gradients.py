"""problem: sgd
hint: neither clipped, nor replaced, nor left out

Leaves out the step of a group where a gradient is not finite.

replace: if group["momentum"] != 0:
with: if not all(g.isfinite().all() for g in grads):
with:     continue
with: if group["momentum"] != 0:
"""
