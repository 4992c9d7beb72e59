"""problem: compute_bound_batch
hint: which is enough

Asks that computing takes longer than moving.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: return math.floor(weight / (compute - rows)) + 1 if compute > rows else None
"""
