"""problem: compute_bound_batch

Tries one batch after the other.

replace: return math.ceil(weight / (compute - rows)) if compute > rows else None
with: if compute <= rows:
with:     return None
with: batch = 1
with: while batch * compute < batch * rows + weight:
with:     batch += 1
with: return batch
"""
