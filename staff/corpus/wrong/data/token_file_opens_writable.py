"""problem: token_file
hint: the array can be written to

Opens with NumPy's own mode, r+.

replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: return np.memmap(path, dtype)
"""
