"""problem: token_file
hint: mode='r' neither reads

Reads the file.

replace: return np.memmap(path, dtype.newbyteorder("<"), mode="r")
with: return np.fromfile(path, dtype)
"""
