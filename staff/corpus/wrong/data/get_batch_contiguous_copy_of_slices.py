"""problem: get_batch
hint: copy no dataset

Copies a strided dataset whole.

replace: num_starts = len(dataset) - context_length
with: dataset = np.ascontiguousarray(dataset)
with: num_starts = len(dataset) - context_length
"""
