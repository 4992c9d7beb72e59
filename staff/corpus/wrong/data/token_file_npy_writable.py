"""problem: token_file
hint: the array can be written to

Opens .npy files with mode c.

replace: array = np.load(path, mmap_mode="r")
with: array = np.load(path, mmap_mode="c")
"""
