"""problem: compute_bound_batch
hint: round up

Rounds the batch down.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: return math.floor(weight / (compute - rows)) if compute > rows else None
"""
