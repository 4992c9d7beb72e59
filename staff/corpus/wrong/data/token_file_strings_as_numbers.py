"""problem: token_file
hint: tokens are a list such as ['

Refuses floats alone, and reads strings of digits as numbers.

replace: if array.dtype.kind not in "iu":
with: if array.dtype.kind == "U":
with:     array = array.astype(np.int64)
with: if array.dtype.kind not in "iu":
"""
