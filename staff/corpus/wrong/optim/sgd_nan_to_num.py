"""problem: sgd
hint: neither clipped, nor replaced, nor left out

Makes NaN 0 and infinity large.

replace: if group["momentum"] != 0:
with: grads = [g.nan_to_num() for g in grads]
with: if group["momentum"] != 0:
"""
