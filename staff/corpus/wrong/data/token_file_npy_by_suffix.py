"""problem: token_file

Knows a .npy file by its name.

replace: if begin == np.lib.format.MAGIC_PREFIX:
with: if os.fspath(path).endswith(".npy"):
"""
