"""problem: compute_bound_batch
hint: round up

Rounds the batch to the nearest.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: return round(weight / (compute - rows)) if compute > rows else None
"""
