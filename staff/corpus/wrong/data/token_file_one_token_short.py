"""problem: token_file
hint: expected

Leaves the last token out.

replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: return np.memmap(path, dtype, mode="r")[:-1]
"""
