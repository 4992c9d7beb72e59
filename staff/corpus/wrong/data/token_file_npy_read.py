"""problem: token_file
hint: expected an np.memmap

Reads .npy files.

replace: array = np.load(path, mmap_mode="r")
with: array = np.load(path)
with: array.flags.writeable = False
"""
