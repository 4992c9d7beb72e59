"""problem: token_file
hint: expected ValueError or TypeError

Cuts floats off.

replace: if array.dtype.kind not in "iu":
with: if array.dtype.kind not in "iuf":
"""
