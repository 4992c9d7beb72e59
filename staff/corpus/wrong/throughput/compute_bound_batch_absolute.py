"""problem: compute_bound_batch
hint: expected None

Returns the batch of the opposite limit.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: return math.ceil(weight / abs(compute - rows)) if compute != rows else None
"""
