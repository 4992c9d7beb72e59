"""problem: compute_bound_batch

Divides by 0 where a row takes as long to move as to compute.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: return math.ceil(weight / (compute - rows)) if compute >= rows else None
"""
