"""problem: compute_bound_batch
hint: x and the result move too

Counts the bytes of the weight alone: the ratio of the speeds.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: return math.ceil(weight / compute)
"""
