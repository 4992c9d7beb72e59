"""problem: token_file

Copies what it maps.

replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: mapped = np.memmap(path, dtype, mode="r")
with: copy = mapped.copy()
with: copy.flags.writeable = False
with: return copy
"""
