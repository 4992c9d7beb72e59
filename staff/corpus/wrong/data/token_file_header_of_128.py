"""problem: token_file

Takes each .npy file's header for 128 bytes and its first version.

replace: array = np.load(path, mmap_mode="r")
with: array = np.memmap(path, dtype, mode="r", offset=120)
"""
