"""problem: compute_bound_batch
hint: expected the integer

Returns a float.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: return float(math.ceil(weight / (compute - rows))) if compute > rows else None
"""
