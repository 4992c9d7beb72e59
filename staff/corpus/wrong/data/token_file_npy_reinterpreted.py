"""problem: token_file
hint: expected ValueError or TypeError

Looks at a .npy file's bytes as another dtype.

replace: if array.dtype != dtype:
with: if array.dtype.itemsize != dtype.itemsize:
replace: return array
with: return array.view(dtype)
"""
