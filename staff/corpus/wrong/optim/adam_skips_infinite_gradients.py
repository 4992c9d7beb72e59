"""problem: adam
hint: neither clipped, nor replaced, nor left out

Leaves out the step of a group where a gradient is not finite.

replace: beta1, beta2 = group["betas"]
with: if not all(g.isfinite().all() for g in grads):
with:     continue
with: beta1, beta2 = group["betas"]
"""
