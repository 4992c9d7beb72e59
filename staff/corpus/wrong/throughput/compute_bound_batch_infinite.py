"""problem: compute_bound_batch
hint: expected None

Returns infinity where no batch is large enough.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: return math.ceil(weight / (compute - rows)) if compute > rows else math.inf
"""
