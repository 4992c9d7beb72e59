"""problem: token_file
hint: expected ValueError or TypeError

Leaves out the rest of a token at the end.

replace: if size % dtype.itemsize:
with: if False:
replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: return np.memmap(path, dtype, mode="r", shape=(size // dtype.itemsize,))
"""
