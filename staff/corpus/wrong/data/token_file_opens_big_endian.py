"""problem: token_file

Opens with the highest byte first.

replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: return np.memmap(path, dtype.newbyteorder(">"), mode="r")
"""
