"""problem: token_file
hint: expected an np.memmap

Gives the map as a plain array.

replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: return np.asarray(np.memmap(path, dtype, mode="r"))
"""
