"""problem: zero_bytes
hint: keeps a float32 master copy

Leaves the master copy out.

replace: width, master_copy = (4, 0) if precision == "float32" else (2, 4)
with: width, master_copy = (4, 0) if precision == "float32" else (2, 0)
"""
