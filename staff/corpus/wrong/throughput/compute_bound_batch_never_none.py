"""problem: compute_bound_batch
hint: expected None

Returns 0 where no batch is large enough.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: return math.ceil(weight / (compute - rows)) if compute > rows else 0
"""
