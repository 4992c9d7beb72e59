"""problem: token_file
hint: expected ValueError or TypeError

Flattens tokens of two dims.

replace: if array.ndim != 1:
with: if array.ndim < 1:
"""
