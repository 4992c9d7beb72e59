"""problem: token_file
hint: were read to open it

Looks for the largest token.

replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: mapped = np.memmap(path, dtype, mode="r")
with: mapped.max()
with: return mapped
"""
