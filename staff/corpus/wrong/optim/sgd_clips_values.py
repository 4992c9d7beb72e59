"""problem: sgd
hint: neither clipped, nor replaced, nor left out

Clips gradients at ±100.

replace: if group["momentum"] != 0:
with: grads = [g.clamp(-100, 100) for g in grads]
with: if group["momentum"] != 0:
"""
