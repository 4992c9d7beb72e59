"""problem: token_file
hint: the array can be written to

Opens a private copy, which may be written.

replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: return np.memmap(path, dtype, mode="c")
"""
