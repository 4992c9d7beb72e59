"""problem: token_file
hint: expected ValueError or TypeError

Takes floats that are whole.

replace: dtype, array = np.dtype(dtype), np.asarray(tokens)
with: dtype, array = np.dtype(dtype), np.asarray(tokens)
with: if array.dtype.kind == "f" and (array == array.round()).all():
with:     array = array.astype(np.int64)
"""
