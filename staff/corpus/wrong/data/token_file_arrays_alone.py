"""problem: token_file

Takes no lists.

replace: dtype, array = np.dtype(dtype), np.asarray(tokens)
with: dtype, array = np.dtype(dtype), tokens
"""
