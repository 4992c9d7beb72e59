"""problem: zero_bytes

Takes float16, too.

replace: if precision not in ("float32", "bfloat16"):
with: if precision not in ("float32", "bfloat16", "float16"):
"""
