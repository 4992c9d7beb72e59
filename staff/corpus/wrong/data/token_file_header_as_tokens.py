"""problem: token_file
hint: a .npy file's header is no tokens

Reads a .npy file's header as tokens.

replace: if begin == np.lib.format.MAGIC_PREFIX:
with: if False:
"""
