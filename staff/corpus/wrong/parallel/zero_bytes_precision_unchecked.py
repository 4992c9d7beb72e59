"""problem: zero_bytes

Takes every other precision for bfloat16.

replace: if precision not in ("float32", "bfloat16"):
with: if False:
"""
