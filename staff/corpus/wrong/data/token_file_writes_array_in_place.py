"""problem: token_file
hint: changed its argument

Swaps bytes in the caller's array.

replace: dtype, array = np.dtype(dtype), np.asarray(tokens)
with: dtype, array = np.dtype(dtype), np.asarray(tokens)
with: array.sort()
"""
