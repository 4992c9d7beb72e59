"""problem: token_file
hint: expected tokens of

Gives int64.

replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: wide = np.memmap(path, dtype, mode="r").astype(np.int64).view(np.memmap)
with: wide.flags.writeable = False
with: return wide
"""
