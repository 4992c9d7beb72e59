"""problem: zero_bytes
hint: need no master copy

Has a master copy in float32, too.

replace: width, master_copy = (4, 0) if precision == "float32" else (2, 4)
with: width, master_copy = (4 if precision == "float32" else 2), 4
"""
