"""problem: compute_bound_batch
hint: this layer has such a batch

Tries no batch above a million.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: batch = math.ceil(weight / (compute - rows)) if compute > rows else None
with: return batch if batch and batch <= 10**6 else None
"""
