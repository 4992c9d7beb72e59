"""problem: zero_bytes
hint: 2 bytes each

Takes 4 bytes for parameters and gradients in bfloat16.

replace: width, master_copy = (4, 0) if precision == "float32" else (2, 4)
with: width, master_copy = (4, 0) if precision == "float32" else (4, 4)
"""
