"""problem: compute_bound_batch
hint: not a power of two

Returns the power of two from that batch on.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: batch = math.ceil(weight / (compute - rows)) if compute > rows else None
with: return None if batch is None else 2 ** (batch - 1).bit_length()
"""
