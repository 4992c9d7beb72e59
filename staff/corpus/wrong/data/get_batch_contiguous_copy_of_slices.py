"""problem: get_batch
hint: no reason to copy it

Copies a strided dataset whole.

replace: num_starts = len(dataset) - context_length
with: dataset = np.ascontiguousarray(dataset)
with: num_starts = len(dataset) - context_length
"""
