"""problem: adagrad
hint: neither clipped, nor replaced, nor left out

Leaves out the step of a group where a gradient is not finite.

replace: sums = _state(self, params, "sum")
with: if not all(g.isfinite().all() for g in grads):
with:     continue
with: sums = _state(self, params, "sum")
"""
