"""problem: get_batch

Opens the file of a memory map anew, as nanoGPT does: a slice of one starts at 0.

replace: num_starts = len(dataset) - context_length
with: num_starts = len(dataset) - context_length
with: if isinstance(dataset, np.memmap):
with:     dataset = np.memmap(dataset.filename, dtype=dataset.dtype, mode="r")
"""
