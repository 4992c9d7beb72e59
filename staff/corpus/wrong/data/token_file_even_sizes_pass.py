"""problem: token_file
hint: expected ValueError or TypeError

Asks whether the size is even.

replace: if size % dtype.itemsize:
with: if size % 2 and dtype.itemsize > 1:
replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: return np.memmap(path, dtype, mode="r", shape=(size // dtype.itemsize,))
"""
